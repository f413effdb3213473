import { describe, expect, it } from 'vitest';

import { toAddressKey, secondsToWait } from '../../../lib/identity/throttle.ts';
import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';

const first = {
  failedFromAddress: 0,
  underWayFromAddress: 1,
  addressEndsIn: 900,
  failedOnName: 0,
  underWayOnName: 1,
  nameEndsIn: 600,
  failedElsewhere: 0,
  isFamiliar: false,
};
const {
  address,
  nameFromAddress,
  nameFromOtherAddresses: nameFromElsewhere,
  concurrent: sideBySide,
} = throttleLimits;

describe('a try to sign in', () => {
  it('may go on while few have failed', () => {
    expect(secondsToWait(first)).toBeUndefined();
    expect(secondsToWait({ ...first, failedOnName: nameFromAddress - 1 })).toBeUndefined();
    expect(secondsToWait({ ...first, failedFromAddress: address - 1 })).toBeUndefined();
    expect(secondsToWait({ ...first, failedElsewhere: nameFromElsewhere - 1 })).toBeUndefined();
  });

  it('waits for the window of the name once too many failed from its address', () => {
    expect(secondsToWait({ ...first, failedOnName: nameFromAddress })).toBe(600);
  });

  it('waits for the window of the address once too many failed from it under whatever name', () => {
    expect(secondsToWait({ ...first, failedFromAddress: address })).toBe(900);
  });

  it('waits a moment when too many are under way side by side', () => {
    expect(secondsToWait({ ...first, underWayOnName: sideBySide })).toBeUndefined();
    expect(secondsToWait({ ...first, underWayOnName: sideBySide + 1 })).toBe(5);
    expect(secondsToWait({ ...first, underWayFromAddress: address + 1 })).toBe(5);
  });

  it('is one at least, however many failed elsewhere', () => {
    const attacked = { ...first, failedElsewhere: 1_000_000 };
    expect(secondsToWait(attacked)).toBeUndefined();
    expect(secondsToWait({ ...attacked, failedOnName: 1 })).toBe(600);
    expect(secondsToWait({ ...attacked, underWayOnName: 2 })).toBe(5);
  });

  it('is one of all of its own from an address where the name signed in before', () => {
    const attacked = { ...first, failedElsewhere: 1_000_000, isFamiliar: true };
    expect(secondsToWait({ ...attacked, failedOnName: nameFromAddress - 1 })).toBeUndefined();
    expect(secondsToWait({ ...attacked, failedOnName: nameFromAddress })).toBe(600);
  });

  it('is told to wait a second at least', () => {
    expect(secondsToWait({ ...first, failedFromAddress: 1000, addressEndsIn: 0 })).toBe(1);
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
    expect(toAddressKey(address)).toBe(key);
  });

  it('of IPv4 written as IPv6 counts by itself, not with all others', () => {
    expect(toAddressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });
});
