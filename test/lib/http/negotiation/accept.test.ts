import { describe, expect, it } from 'vitest';

import {
  readPreferredLanguages,
  bestPreference,
  parsePreferences,
} from '../../../../lib/http/negotiation/accept.ts';

describe('preferences', () => {
  it('have a quality of 1 by default', () => {
    expect(parsePreferences('a/b, c/d;q=0.3')).toStrictEqual([
      { value: 'a/b', quality: 1, parameters: {} },
      { value: 'c/d', quality: 0.3, parameters: {} },
    ]);
  });

  it('may have the quality after other parameters', () => {
    expect(parsePreferences('a/b; profile="x"; q=0.2')[0]?.quality).toBe(0.2);
  });

  it('keep their parameters, with any characters between quotes', () => {
    expect(parsePreferences('a/b; Profile="x, \\"y\\"; q=0"; q=0.2')).toStrictEqual([
      { value: 'a/b', quality: 0.2, parameters: { profile: 'x, "y"; q=0' } },
    ]);
  });

  it('leave out empty items', () => {
    expect(parsePreferences(' , ,')).toStrictEqual([]);
  });
});

describe('the preference for a media type', () => {
  it('is undefined if no range covers the media type', () => {
    expect(bestPreference('application/json', parsePreferences('text/*'))).toBeUndefined();
  });

  it('is the preference of the most specific range', () => {
    const accepted = parsePreferences('*/*;q=0.1, application/*;q=0.4');
    expect(bestPreference('application/json', accepted)?.quality).toBe(0.4);
  });
});

describe('the preferred languages', () => {
  it('are sorted by quality, keep their letter case, and end with the default language', () => {
    expect(readPreferredLanguages('de;q=0.5, en-GB, fr;q=0.7', 'nl')).toStrictEqual([
      'en-GB',
      'fr',
      'de',
      'nl',
    ]);
  });

  it('do not include wildcards, which say nothing', () => {
    expect(readPreferredLanguages('*, *-CH, nl;q=0.5, de-*-1996', 'en')).toStrictEqual([
      'de-1996',
      'nl',
      'en',
    ]);
  });

  it('are only the default language without Accept-Language', () => {
    expect(readPreferredLanguages(undefined, 'en')).toStrictEqual(['en']);
  });

  it('name those of quality 0 after all others', () => {
    expect(readPreferredLanguages('de;q=0, nl', 'en-US')).toStrictEqual(['nl', 'en-US', '*', 'de']);
  });

  it('do not include a default language that is refused', () => {
    expect(readPreferredLanguages('en;q=0.0, nl', 'en-US')).toStrictEqual(['nl', '*', 'en']);
  });
});
