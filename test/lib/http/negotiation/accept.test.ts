import { describe, expect, it } from 'vitest';

import {
  parseAcceptLanguage,
  bestPreference,
  parsePreferences,
} from '../../../../lib/http/negotiation/accept.ts';

describe('preferences', () => {
  it('have a quality of 1 unless they say another', () => {
    expect(parsePreferences('a/b, c/d;q=0.3')).toStrictEqual([
      { value: 'a/b', quality: 1, parameters: {} },
      { value: 'c/d', quality: 0.3, parameters: {} },
    ]);
  });

  it('find the quality after other parameters', () => {
    expect(parsePreferences('a/b; profile="x"; q=0.2')[0]?.quality).toBe(0.2);
  });

  it('keep their parameters, whatever stands between quotes', () => {
    expect(parsePreferences('a/b; Profile="x, \\"y\\"; q=0"; q=0.2')).toStrictEqual([
      { value: 'a/b', quality: 0.2, parameters: { profile: 'x, "y"; q=0' } },
    ]);
  });

  it('leave out empty items', () => {
    expect(parsePreferences(' , ,')).toStrictEqual([]);
  });
});

describe('how much a media type is wanted', () => {
  it('is unknown when no range covers it', () => {
    expect(bestPreference('application/json', parsePreferences('text/*'))).toBeUndefined();
  });

  it('is told by the most specific range', () => {
    const accepted = parsePreferences('*/*;q=0.1, application/*;q=0.4');
    expect(bestPreference('application/json', accepted)?.quality).toBe(0.4);
  });
});

describe('the accepted languages', () => {
  it('come the most wanted first, in the case in which they were written', () => {
    expect(parseAcceptLanguage('de;q=0.5, en-GB, fr;q=0.7')).toStrictEqual(['en-GB', 'fr', 'de']);
  });

  it('leave out the wildcard and what is not wanted', () => {
    expect(parseAcceptLanguage('en;q=0, *;q=0.1, nl')).toStrictEqual(['nl']);
  });

  it('are none when nothing is said', () => {
    expect(parseAcceptLanguage(undefined)).toStrictEqual([]);
  });
});
