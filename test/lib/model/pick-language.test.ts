import { describe, expect, it } from 'vitest';

import { pickLanguage, pickText } from '../../../lib/model/pick-language.ts';

describe('pickLanguage', () => {
  it('prefers the requested tag itself, in any letter case', () => {
    expect(pickLanguage(['en', 'EN-us', 'de'], ['en-US'])).toBe('EN-us');
  });

  it('falls back to shorter tags', () => {
    expect(pickLanguage(['de', 'zh-Hant'], ['zh-Hant-TW'])).toBe('zh-Hant');
  });

  it('prefers another tag of the same base language to the next requested tag', () => {
    expect(pickLanguage(['fr', 'en-GB'], ['en-US', 'fr'])).toBe('en-GB');
  });

  it('falls back to the next requested tag, and finally to the first available tag', () => {
    expect(pickLanguage(['el', 'fr'], ['de', 'fr'])).toBe('fr');
    expect(pickLanguage(['el', 'fr'], ['de'])).toBe('el');
  });

  it('returns undefined without tags', () => {
    expect(pickLanguage([], ['en'])).toBeUndefined();
  });
});

describe('pickText', () => {
  it('returns plain text for any language', () => {
    expect(pickText('Mill', ['fr'])).toBe('Mill');
  });

  it('returns the text of the best language', () => {
    expect(pickText({ en: 'Mill', de: 'Mühle' }, ['de-AT', 'en'])).toBe('Mühle');
  });

  it('skips languages without text', () => {
    expect(pickText({ de: null, fr: '', en: 'Mill' }, ['de', 'fr'])).toBe('Mill');
  });

  it('returns null if there is no text', () => {
    expect(pickText(null, ['en'])).toBeNull();
    expect(pickText({}, ['en'])).toBeNull();
  });
});
