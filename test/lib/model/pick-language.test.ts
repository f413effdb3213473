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

describe('the preferred language', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[], string])[] = [
    ['is found under a region of it', ['ja', 'en-GB'], ['en'], 'en-GB'],
    ['is found with an underscore in its tag', ['de', 'pt_BR'], ['pt-BR'], 'pt_BR'],
    ['keeps its script', ['zh-Hans-CN', 'zh-Hant-HK'], ['zh-Hant-TW'], 'zh-Hant-HK'],
    ['is a shortened form before another region', ['de-AT', 'de'], ['de-CH'], 'de'],
    [
      'has the region that is named later, not any',
      ['de-AT', 'de-DE'],
      ['de-CH', 'de-DE'],
      'de-DE',
    ],
    [
      'has the region of the default language',
      ['en-AU', 'en-US'],
      ['en-GB', 'fr', 'en-US'],
      'en-US',
    ],
    ['decides before the default language', ['en', 'fr-CA'], ['fr', 'en'], 'fr-CA'],
    ['is the default language otherwise', ['de', 'en', 'fr'], ['ja', 'en-US'], 'en'],
    ['is none that only begins with the same letters', ['frr', 'nl'], ['fr', 'nl'], 'nl'],
  ];
  it.each(cases)('%s', (_, tags, languages, expected) => {
    expect(pickLanguage(tags, languages)).toBe(expected);
    expect(pickLanguage(tags.toReversed(), languages)).toBe(expected);
  });

  it('is the first tag of the alphabet if none is available, and a text without a language comes before', () => {
    expect(pickLanguage(['fr', 'DE', 'es'], ['ja', 'en'])).toBe('DE');
    expect(pickText({ zh: 'a', 'ar-EG': 'b' }, ['ja', 'en'])).toBe('b');
    expect(pickText({ de: 'a', '': 'b' }, ['ja', 'en'])).toBe('b');
  });

  it('is one that is refused only if there is no other', () => {
    expect(pickLanguage(['en', 'fr', 'nl'], ['ja', '*', 'en'])).toBe('fr');
    expect(pickLanguage(['en-US', 'nl'], ['*', 'en'])).toBe('nl');
    expect(pickLanguage(['en-US'], ['ja', '*', 'en'])).toBe('en-US');
    expect(pickLanguage(['zh-Hant', 'zh-Hant-HK'], ['zh', '*', 'zh-Hant-HK'])).toBe('zh-Hant');
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
