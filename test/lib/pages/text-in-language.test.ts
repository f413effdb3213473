import { describe, expect, it } from 'vitest';

import { createWords } from '../../../lib/pages/words/words.ts';
import { textInLanguage } from '../../../lib/pages/words/text-in-language.ts';

const show = (
  text: Parameters<typeof textInLanguage>[0],
  languages: readonly string[],
  fallback = 'id',
): string => String(textInLanguage(text, fallback, languages, createWords(languages)));

describe('a text of the data on a page', () => {
  it('says its language if it is not that of the page', () => {
    expect(show({ cy: 'Eglwys' }, ['de', 'en'])).toBe('<span lang="cy">Eglwys</span>');
    expect(show({ en_GB: 'Church' }, ['fr'])).toBe('<span lang="en-GB">Church</span>');
  });

  it('says nothing in the language of the page, whatever its region', () => {
    expect(show({ 'de-AT': 'Kirche', en: 'Church' }, ['de', 'en'])).toBe('Kirche');
  });

  it('says nothing if its language is unknown, or no tag that browsers know', () => {
    expect(show('Church', ['de'])).toBe('Church');
    expect(show({ '': 'Church' }, ['de'])).toBe('Church');
    expect(show({ 'x" onload="y': 'Church' }, ['de'])).toBe('Church');
  });

  it('is its fallback without a text, and markup is escaped', () => {
    expect(show(null, ['de'])).toBe('id');
    expect(show({ fr: '<b>' }, ['de'])).toBe('<span lang="fr">&lt;b&gt;</span>');
  });
});
