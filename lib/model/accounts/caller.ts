import type { Principal } from './principal.ts';

/** A caller as statements take it: the account id; null for anonymous. */
export type Caller = number | null;

/** The caller of a request as statements take it. */
export function callerOf(principal: Principal): Caller {
  return principal.kind === 'account' ? principal.accountId : null;
}
