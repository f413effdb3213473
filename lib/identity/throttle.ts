import { isIPv6 } from 'node:net';

import { throttleLimits, type SignInAttempts } from '../model/accounts/throttle-limits.ts';

/** Seconds after which those that are under way are over. */
const soon = 5;

/**
 * Whether a try is one too many. Nobody can lock a user out from another address: failures elsewhere leave each address at
 * least one try, and leave those where the user signed in before all of theirs.
 * @returns seconds after which to try again; undefined when the try may go on
 */
export function secondsToWait(attempts: SignInAttempts): number | undefined {
  const { address, concurrent: sideBySide } = throttleLimits;
  const most = maxFailures(attempts);
  if (attempts.failedFromAddress >= most.fromAddress) return Math.max(1, attempts.addressEndsIn);
  if (attempts.failedOnName >= most.onName) return Math.max(1, attempts.nameEndsIn);
  const isCrowded =
    attempts.underWayOnName > (isSingle(attempts) ? 1 : sideBySide) ||
    attempts.underWayFromAddress > address;
  return isCrowded ? soon : undefined;
}

/** How many may have failed before a try: those that came side by side with it count as those that came before. */
export function maxFailures(attempts: SignInAttempts) {
  const { address, nameFromAddress } = throttleLimits;
  return { fromAddress: address, onName: isSingle(attempts) ? 1 : nameFromAddress };
}

/** Whether the name has a single try from this address: it never signed in here, and too many failed elsewhere. */
function isSingle({ failedElsewhere, isFamiliar }: SignInAttempts): boolean {
  return failedElsewhere >= throttleLimits.nameFromOtherAddresses && !isFamiliar;
}

/**
 * What of an address counts: of IPv6 the network of 64 bits, because whoever has one address of it has all.
 * @param address as API Gateway gives it
 */
export function toAddressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups; none of it reaches the first four.
  const written = before.length + after.length + (address.includes('.') ? 1 : 0);
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array.from({ length: 8 - written }, () => '0'), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
