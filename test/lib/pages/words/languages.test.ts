import { describe, expect, it } from 'vitest';

import { readPreferredLanguages } from '../../../../lib/http/negotiation/accept.ts';
import { pickWordLanguage } from '../../../../lib/pages/words/languages.ts';

describe('the language of the words of a page', () => {
  it.each([
    ['de', 'en', 'de'],
    ['de-AT', 'en', 'de'],
    ['ja, ar;q=0.8', 'en', 'ar'],
    ['nl;q=0.1, fr', 'en', 'fr'],
    ['', 'es', 'es'],
    ['ja', 'de-CH', 'de'],
    ['de;q=0, ja', 'de', 'en'],
    ['ja', 'ko', 'en'],
    ['*', 'fr', 'fr'],
  ])('for “%s” and the default %s is %s', (header, defaultLanguage, language) => {
    expect(pickWordLanguage(readPreferredLanguages(header, defaultLanguage))).toBe(language);
  });
});
