import { describe, expect, it } from 'vitest';

import { addressKey, secondsToWait, throttleLimits } from '../../../lib/auth/throttle.ts';

const first = {
  fromAddress: 1,
  addressEndsIn: 900,
  onAccountFromAddress: 1,
  accountEndsIn: 600,
  onAccountFromElsewhere: 0,
  isFamiliar: false,
};

describe('a try to sign in', () => {
  it('may go on while few have failed', () => {
    expect(secondsToWait(first)).toBeUndefined();
    expect(
      secondsToWait({ ...first, onAccountFromAddress: throttleLimits.accountFromAddress }),
    ).toBeUndefined();
    expect(secondsToWait({ ...first, fromAddress: throttleLimits.address })).toBeUndefined();
  });

  it('waits for the window of the account once too many failed from its address', () => {
    const attempts = { ...first, onAccountFromAddress: throttleLimits.accountFromAddress + 1 };
    expect(secondsToWait(attempts)).toBe(600);
  });

  it('waits for the window of the address once too many failed from it on whatever account', () => {
    expect(secondsToWait({ ...first, fromAddress: throttleLimits.address + 1 })).toBe(900);
  });

  it('is one at least, however many failed elsewhere', () => {
    const attacked = { ...first, onAccountFromElsewhere: 1_000_000 };
    expect(secondsToWait(attacked)).toBeUndefined();
    expect(secondsToWait({ ...attacked, onAccountFromAddress: 2 })).toBe(600);
  });

  it('is one of all of its own from an address where the account signed in before', () => {
    const attacked = { ...first, onAccountFromElsewhere: 1_000_000, isFamiliar: true };
    const { accountFromAddress } = throttleLimits;
    expect(
      secondsToWait({ ...attacked, onAccountFromAddress: accountFromAddress }),
    ).toBeUndefined();
    expect(secondsToWait({ ...attacked, onAccountFromAddress: accountFromAddress + 1 })).toBe(600);
  });

  it('is told to wait a second at least', () => {
    expect(secondsToWait({ ...first, fromAddress: 1000, addressEndsIn: 0 })).toBe(1);
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it('of IPv4 written as IPv6 counts by itself, not with all others', () => {
    expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });
});
