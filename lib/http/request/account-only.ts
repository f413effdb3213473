import type { AccountPrincipal, Principal } from '../../model/accounts/principal.ts';
import { AuthenticationRequired } from '../errors/errors.ts';

/** The account of a caller who writes: nobody else can. @throws AuthenticationRequired */
export function accountOnly(principal: Principal): AccountPrincipal {
  if (principal.kind === 'anonymous') throw new AuthenticationRequired();
  return principal;
}
