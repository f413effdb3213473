import type { Principal } from './principal.ts';

/** The account id that statements take as parameter; null for an anonymous caller. */
export type Caller = number | null;

/** Converts a principal into the caller parameter of a statement. */
export function callerOf(principal: Principal): Caller {
  return principal.kind === 'account' ? principal.accountId : null;
}
