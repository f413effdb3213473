import { describe, expect, it } from 'vitest';

import { parseAccountId } from '../../../../lib/model/accounts/caller.ts';

describe('the id of an account', () => {
  it.each([
    ['1', 1],
    ['1000000001', 1_000_000_001],
    ['2147483647', 2_147_483_647],
  ])('is read from its digits: %s', (text, id) => {
    expect(parseAccountId(text)).toBe(id);
  });

  it.each(['', '0', '-1', '1.5', '1e3', ' 7', '2147483648', '99999999999'])(
    'is not read from a text that no account can have as its id: "%s"',
    (text) => {
      expect(parseAccountId(text)).toBeUndefined();
    },
  );
});
