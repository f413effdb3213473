import { describe, expect, it } from 'vitest';

import { toAddressKey, secondsToWait } from '../../../lib/identity/throttle.ts';
import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';

const firstAttempt = {
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
  address: addressLimit,
  nameFromAddress: nameFromAddressLimit,
  nameFromOtherAddresses: nameFromOtherAddressesLimit,
  concurrent: concurrentLimit,
} = throttleLimits;

describe('an attempt to sign in', () => {
  it('is allowed while few attempts have failed', () => {
    expect(secondsToWait(firstAttempt)).toBeUndefined();
    expect(
      secondsToWait({ ...firstAttempt, failedOnName: nameFromAddressLimit - 1 }),
    ).toBeUndefined();
    expect(secondsToWait({ ...firstAttempt, failedFromAddress: addressLimit - 1 })).toBeUndefined();
    expect(
      secondsToWait({ ...firstAttempt, failedElsewhere: nameFromOtherAddressesLimit - 1 }),
    ).toBeUndefined();
  });

  it('after too many failures with its username and address must wait until the username window ends', () => {
    expect(secondsToWait({ ...firstAttempt, failedOnName: nameFromAddressLimit })).toBe(600);
  });

  it('after too many failures from its address must wait until the address window ends', () => {
    expect(secondsToWait({ ...firstAttempt, failedFromAddress: addressLimit })).toBe(900);
  });

  it('must wait 5 seconds while too many attempts are under way', () => {
    expect(secondsToWait({ ...firstAttempt, underWayOnName: concurrentLimit })).toBeUndefined();
    expect(secondsToWait({ ...firstAttempt, underWayOnName: concurrentLimit + 1 })).toBe(5);
    expect(secondsToWait({ ...firstAttempt, underWayFromAddress: addressLimit + 1 })).toBe(5);
  });

  it('is allowed as the only attempt from its address, even after many failures from other addresses', () => {
    const attemptOnAttackedName = { ...firstAttempt, failedElsewhere: 1_000_000 };
    expect(secondsToWait(attemptOnAttackedName)).toBeUndefined();
    expect(secondsToWait({ ...attemptOnAttackedName, failedOnName: 1 })).toBe(600);
    expect(secondsToWait({ ...attemptOnAttackedName, underWayOnName: 2 })).toBe(5);
  });

  it('has the usual limit at a familiar address, even after many failures from other addresses', () => {
    const attemptOnAttackedName = { ...firstAttempt, failedElsewhere: 1_000_000, isFamiliar: true };
    expect(
      secondsToWait({ ...attemptOnAttackedName, failedOnName: nameFromAddressLimit - 1 }),
    ).toBeUndefined();
    expect(secondsToWait({ ...attemptOnAttackedName, failedOnName: nameFromAddressLimit })).toBe(
      600,
    );
  });

  it('must wait at least one second', () => {
    expect(secondsToWait({ ...firstAttempt, failedFromAddress: 1000, addressEndsIn: 0 })).toBe(1);
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

  it('of IPv4 in the notation of IPv6 counts as that IPv4 address', () => {
    expect(toAddressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });
});
