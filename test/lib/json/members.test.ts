import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitMembers } from '../../../lib/json/split-members.ts';

/** Writes JSON like PostgreSQL writes jsonb: with a space after each comma and each colon. */
function writeLikePostgres(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeLikePostgres).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${writeLikePostgres(member)}`,
  );
  return `{${members.join(', ')}}`;
}

describe('the members of an object', () => {
  it('are an empty list if the object is empty', () => {
    expect(splitMembers('{}')).toEqual([]);
  });

  it('keep every digit of a number', () => {
    expect(splitMembers('{"a": 1.10, "b": 12345678901234567890}')).toEqual([
      ['a', '1.10'],
      ['b', '12345678901234567890'],
    ]);
  });

  it('are the same as with JSON.parse, for any values', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const members = splitMembers(writeLikePostgres(object)).map(([name, value]) => [
          name,
          JSON.parse(value),
        ]);
        const expected = Object.entries(JSON.parse(JSON.stringify(object)));
        expect(members).toEqual(expected);
      }),
    );
  });
});
