import { describe, expect, it } from 'vitest';

import { pickLanguage, pickText } from '../../../lib/model/pick-language.ts';

describe('pickLanguage', () => {
  it('prefers the tag itself, in any letter case', () => {
    expect(pickLanguage(['en', 'EN-us', 'de'], ['en-US'])).toBe('EN-us');
  });

  it('falls back to shorter tags', () => {
    expect(pickLanguage(['de', 'zh-Hant'], ['zh-Hant-TW'])).toBe('zh-Hant');
  });

  it('takes another tag of the same base language before the next wish', () => {
    expect(pickLanguage(['fr', 'en-GB'], ['en-US', 'fr'])).toBe('en-GB');
  });

  it('goes on to the next wish, and to the first tag at last', () => {
    expect(pickLanguage(['el', 'fr'], ['de', 'fr'])).toBe('fr');
    expect(pickLanguage(['el', 'fr'], ['de'])).toBe('el');
  });

  it('finds nothing where there is nothing', () => {
    expect(pickLanguage([], ['en'])).toBeUndefined();
  });
});

describe('pickText', () => {
  it('gives plain text whatever the language', () => {
    expect(pickText('Mill', ['fr'])).toBe('Mill');
  });

  it('gives the text of the best language', () => {
    expect(pickText({ en: 'Mill', de: 'Mühle' }, ['de-AT', 'en'])).toBe('Mühle');
  });

  it('passes over languages without text', () => {
    expect(pickText({ de: null, fr: '', en: 'Mill' }, ['de', 'fr'])).toBe('Mill');
  });

  it('gives nothing where there is no text', () => {
    expect(pickText(null, ['en'])).toBeNull();
    expect(pickText({}, ['en'])).toBeNull();
  });
});
