import { describe, expect, it } from 'vitest';

import { readIdempotencyKey } from '../../../../lib/http/request/idempotency-key.ts';
import { readExpectedVersion } from '../../../../lib/http/conditional/read-expected-version.ts';
import { InvalidInput } from '../../../../lib/errors.ts';
import { UnexpectedVersion, VersionRequired } from '../../../../lib/writing/errors.ts';
import { checkVersion } from '../../../../lib/writing/expected-version.ts';

const createHeaderReader =
  (sentHeaders: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    sentHeaders[name];

const checkHeaders =
  (
    sentHeaders: Readonly<Record<string, string>>,
    version: string | undefined,
    isRequired = false,
  ) =>
  (): void =>
    checkVersion(readExpectedVersion(createHeaderReader(sentHeaders), isRequired), version);

describe('If-Match', () => {
  it.each(['"3-abc"', '"3"', '"1-x", "3-y"', '"1,x",, "3-y" ,', '*', ' * ', ' "3-abc" '])(
    'is fulfilled by version 3: %s',
    (tag) => {
      expect(checkHeaders({ 'if-match': tag }, '3')).not.toThrow();
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
  ])('is not fulfilled by version 3: %s', (tag) => {
    expect(checkHeaders({ 'if-match': tag }, '3')).toThrow(UnexpectedVersion);
  });

  it.each(['"3-abc"', '*'])('is not fulfilled if nothing is stored: %s', (tag) => {
    expect(checkHeaders({ 'if-match': tag }, undefined)).toThrow(UnexpectedVersion);
  });
});

describe('If-None-Match', () => {
  it('with * is fulfilled only if nothing is stored', () => {
    expect(checkHeaders({ 'if-none-match': '*' }, undefined)).not.toThrow();
    expect(checkHeaders({ 'if-none-match': '*' }, '3')).toThrow(UnexpectedVersion);
  });

  it.each(['"3-abc"', '"*"', '"x", "*"', '"x", *', 'nonsense*'])(
    'is ignored for a change if it is not a single *: %s',
    (field) => {
      expect(checkHeaders({ 'if-none-match': field }, '3')).not.toThrow();
    },
  );
});

describe('an instance that requires If-Match', () => {
  it('refuses a change without If-Match, but not a creation', () => {
    expect(checkHeaders({}, '3', true)).toThrow(VersionRequired);
    expect(checkHeaders({}, undefined, true)).not.toThrow();
    expect(checkHeaders({ 'if-match': '"3-abc"' }, '3', true)).not.toThrow();
  });
});

describe('Idempotency-Key', () => {
  const createKeyReader = (key: string) => () =>
    readIdempotencyKey(createHeaderReader({ 'idempotency-key': key }), [])?.key;

  it('is the value of the header, or undefined without the header', () => {
    expect(createKeyReader('a b')()).toBe('a b');
    expect(readIdempotencyKey(createHeaderReader({}), [])).toBeUndefined();
    expect(createKeyReader('x'.repeat(255))()).toHaveLength(255);
  });

  it.each(['', ' ', 'x'.repeat(256), 'clé', 'a\tb'])('is refused if it is %j', (key) => {
    expect(createKeyReader(key)).toThrow(InvalidInput);
  });
});
