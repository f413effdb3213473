import { isIPv6 } from 'node:net';

import { throttleLimits, type SignInAttempts } from '../model/accounts/throttle-limits.ts';

/** The wait in seconds if too many attempts are in progress, which will have ended by then. */
const concurrentWaitSeconds = 5;

/**
 * Decides whether an attempt is refused. Failures from other addresses cannot lock a user out: each address always has at least one
 * attempt, and an address from which the user has signed in before has all its attempts.
 * @rule Sign-in and tokens: How long does a throttled caller wait?
 * @returns seconds after which to try again; undefined if the attempt is allowed
 */
export function secondsToWait(attempts: SignInAttempts): number | undefined {
  const { address: maxFromAddress, concurrent: maxConcurrent } = throttleLimits;
  const limits = computeFailureLimits(attempts);
  if (attempts.failedFromAddress >= limits.fromAddress) return Math.max(1, attempts.addressEndsIn);
  if (attempts.failedOnName >= limits.onName) return Math.max(1, attempts.nameEndsIn);
  const hasTooManyConcurrent =
    attempts.underWayOnName > (hasSingleAttempt(attempts) ? 1 : maxConcurrent) ||
    attempts.underWayFromAddress > maxFromAddress;
  return hasTooManyConcurrent ? concurrentWaitSeconds : undefined;
}

/** Returns the counters after an attempt failed, with the failures before it. Parallel attempts must not get more tries than sequential ones. */
export function afterFailure(
  attempts: SignInAttempts,
  failuresBefore: Pick<SignInAttempts, 'failedFromAddress' | 'failedOnName'>,
): SignInAttempts {
  return { ...attempts, ...failuresBefore, underWayOnName: 0, underWayFromAddress: 0 };
}

/**
 * Returns the numbers of failures at which the next attempt is refused. Parallel attempts count as earlier ones.
 * `completeSignIn` checks the same numbers again while it locks the counters.
 */
export function computeFailureLimits(attempts: SignInAttempts) {
  const { address, nameFromAddress } = throttleLimits;
  return { fromAddress: address, onName: hasSingleAttempt(attempts) ? 1 : nameFromAddress };
}

/** Whether a name has only one attempt from this address: no sign-in from it ever succeeded, and too many from others failed. */
function hasSingleAttempt({ failedElsewhere, isFamiliar }: SignInAttempts): boolean {
  return failedElsewhere >= throttleLimits.nameFromOtherAddresses && !isFamiliar;
}

/** Returns the address by which attempts are counted: for IPv6 its /64 network, because one caller usually owns all of it. */
export function toAddressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mappedIpv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mappedIpv4 !== undefined) return mappedIpv4;
  const [beforeGap = '', afterGap] = address.toLowerCase().split('::');
  const groupsBeforeGap = beforeGap === '' ? [] : beforeGap.split(':');
  const groupsAfterGap = afterGap === undefined || afterGap === '' ? [] : afterGap.split(':');
  // An IPv4 address at the end counts as two groups. It is never among the first four groups.
  const groupCount =
    groupsBeforeGap.length + groupsAfterGap.length + (address.includes('.') ? 1 : 0);
  const groups =
    afterGap === undefined
      ? groupsBeforeGap
      : [
          ...groupsBeforeGap,
          ...Array.from({ length: 8 - groupCount }, () => '0'),
          ...groupsAfterGap,
        ];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
