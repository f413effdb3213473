import { describe, expect, it } from 'vitest';

import { readIdempotencyKey } from '../../../../lib/http/request/idempotency-key.ts';
import { readExpectedVersion } from '../../../../lib/http/conditional/preconditions.ts';
import { InvalidInput } from '../../../../lib/errors.ts';
import { UnexpectedVersion, VersionRequired } from '../../../../lib/writing/errors.ts';
import { checkVersion } from '../../../../lib/writing/expected-version.ts';

const headers =
  (sent: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    sent[name];

const check =
  (sent: Readonly<Record<string, string>>, version: string | undefined, must = false) =>
  (): void =>
    checkVersion(readExpectedVersion(headers(sent), must), version);

describe('If-Match', () => {
  it.each(['"3-abc"', '"3"', '"1-x", "3-y"', '"1,x",, "3-y" ,', '*', ' * ', ' "3-abc" '])(
    'is met by version 3: %s',
    (tag) => {
      expect(check({ 'if-match': tag }, '3')).not.toThrow();
    },
  );

  it.each([
    '"2-abc"',
    'W/"3-abc"',
    '"33-abc"',
    '3-abc',
    '',
    '"x-3"',
    '"1-x", W/"3-y"',
    '"*"',
    '"1-x", *',
    '"1-x, "3-y"',
    'nonsense*',
    '"3-abc" nonsense',
  ])('is not met by version 3: %s', (tag) => {
    expect(check({ 'if-match': tag }, '3')).toThrow(UnexpectedVersion);
  });

  it.each(['"3-abc"', '*'])('is not met by what is not there: %s', (tag) => {
    expect(check({ 'if-match': tag }, undefined)).toThrow(UnexpectedVersion);
  });
});

describe('If-None-Match', () => {
  it('with * is met by what is not there alone', () => {
    expect(check({ 'if-none-match': '*' }, undefined)).not.toThrow();
    expect(check({ 'if-none-match': '*' }, '3')).toThrow(UnexpectedVersion);
  });

  it.each(['"3-abc"', '"*"', '"x", "*"', '"x", *', 'nonsense*'])(
    'asks nothing of a change where it is no star alone: %s',
    (field) => {
      expect(check({ 'if-none-match': field }, '3')).not.toThrow();
    },
  );
});

describe('an instance that requires If-Match', () => {
  it('takes no change without it, and lets create', () => {
    expect(check({}, '3', true)).toThrow(VersionRequired);
    expect(check({}, undefined, true)).not.toThrow();
    expect(check({ 'if-match': '"3-abc"' }, '3', true)).not.toThrow();
  });
});

describe('Idempotency-Key', () => {
  const keyOf = (key: string) => () =>
    readIdempotencyKey(headers({ 'idempotency-key': key }), [])?.key;

  it('is the text of the header, or nothing', () => {
    expect(keyOf('a b')()).toBe('a b');
    expect(readIdempotencyKey(headers({}), [])).toBeUndefined();
    expect(keyOf('x'.repeat(255))()).toHaveLength(255);
  });

  it.each(['', ' ', 'x'.repeat(256), 'clé', 'a\tb'])('is refused where it is %j', (key) => {
    expect(keyOf(key)).toThrow(InvalidInput);
  });
});
