import { isIPv6 } from 'node:net';

/** How many sign-ins may fail within a window of time. */
export const throttleLimits = {
  /** Seconds from the first failure until failures count anew. */
  windowSeconds: 15 * 60,
  /** For one account from one address. */
  accountFromAddress: 5,
  /** From one address, whatever the account: many people may share one. */
  address: 50,
  /** For one account from all other addresses, before an address where it never signed in gets a single try. */
  accountFromElsewhere: 20,
} as const;

/** What the counters say once the present try is counted; times are in seconds. */
export type Attempts = {
  readonly fromAddress: number;
  readonly addressEndsIn: number;
  readonly onAccountFromAddress: number;
  readonly accountEndsIn: number;
  readonly onAccountFromElsewhere: number;
  /** Whether the account signed in from this address before. */
  readonly isFamiliar: boolean;
};

/**
 * Whether a try is one too many. Nobody can lock a user out from another address: failures elsewhere leave each address at
 * least one try, and leave those where the user signed in before all of theirs.
 * @returns seconds after which to try again; undefined when the try may go on
 */
export function secondsToWait(attempts: Attempts): number | undefined {
  const { address, accountFromAddress, accountFromElsewhere } = throttleLimits;
  if (attempts.fromAddress > address) return Math.max(1, attempts.addressEndsIn);
  const isAttacked = attempts.onAccountFromElsewhere >= accountFromElsewhere;
  const tries = isAttacked && !attempts.isFamiliar ? 1 : accountFromAddress;
  return attempts.onAccountFromAddress > tries ? Math.max(1, attempts.accountEndsIn) : undefined;
}

/**
 * What of an address counts: of IPv6 the network of 64 bits, because whoever has one address of it has all.
 * @param address as API Gateway gives it
 */
export function addressKey(address: string): string {
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
