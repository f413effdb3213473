import type { Principal } from './principal.ts';

/** The account id of a caller as statements take it; null for anonymous. */
export function callerOf(principal: Principal): number | null {
  return principal.kind === 'account' ? principal.accountId : null;
}
