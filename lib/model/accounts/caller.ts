import type { Principal } from './principal.ts';

/** The account id that statements take as parameter; null for an anonymous caller. */
export type Caller = number | null;

/** Converts a principal into the caller parameter of a statement. */
export function callerOf(principal: Principal): Caller {
  return principal.kind === 'account' ? principal.accountId : null;
}

const maxAccountId = 2 ** 31 - 1;

/** Reads the id of an account from its digits. @returns undefined if no account can have it */
export function parseAccountId(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= maxAccountId ? id : undefined;
}
