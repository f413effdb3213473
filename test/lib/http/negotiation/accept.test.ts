import { describe, expect, it } from 'vitest';

import {
  acceptedLanguages,
  mostWanted,
  preferences,
} from '../../../../lib/http/negotiation/accept.ts';

describe('preferences', () => {
  it('have a quality of 1 unless they say another', () => {
    expect(preferences('a/b, c/d;q=0.3')).toStrictEqual([
      { value: 'a/b', quality: 1, parameters: {} },
      { value: 'c/d', quality: 0.3, parameters: {} },
    ]);
  });

  it('find the quality after other parameters', () => {
    expect(preferences('a/b; profile="x"; q=0.2')[0]?.quality).toBe(0.2);
  });

  it('keep their parameters, whatever stands between quotes', () => {
    expect(preferences('a/b; Profile="x, \\"y\\"; q=0"; q=0.2')).toStrictEqual([
      { value: 'a/b', quality: 0.2, parameters: { profile: 'x, "y"; q=0' } },
    ]);
  });

  it('leave out empty items', () => {
    expect(preferences(' , ,')).toStrictEqual([]);
  });
});

describe('how much a media type is wanted', () => {
  it('is unknown when no range covers it', () => {
    expect(mostWanted('application/json', preferences('text/*'))).toBeUndefined();
  });

  it('is told by the most specific range', () => {
    const accepted = preferences('*/*;q=0.1, application/*;q=0.4');
    expect(mostWanted('application/json', accepted)?.quality).toBe(0.4);
  });
});

describe('the accepted languages', () => {
  it('come the most wanted first, in the case in which they were written', () => {
    expect(acceptedLanguages('de;q=0.5, en-GB, fr;q=0.7')).toStrictEqual(['en-GB', 'fr', 'de']);
  });

  it('leave out the wildcard and what is not wanted', () => {
    expect(acceptedLanguages('en;q=0, *;q=0.1, nl')).toStrictEqual(['nl']);
  });

  it('are none when nothing is said', () => {
    expect(acceptedLanguages(undefined)).toStrictEqual([]);
  });
});
