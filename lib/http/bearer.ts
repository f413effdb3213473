import { anonymous, type Principal } from '../auth/principal.ts';
import { InvalidToken } from './errors.ts';
import type { Access } from './operation.ts';
import { header, type HttpRequest } from './request.ts';

/**
 * Who the caller claims to be. A token that is not good is refused, never taken for no token
 * (RFC 6750, section 3.1). No token is issued yet, so none can be good.
 * @param access of the operation; on a public one no token is looked at
 * @throws InvalidToken for anything in `Authorization` or `X-Authorization`
 */
export function claimedPrincipal(request: HttpRequest, access: Access): Principal {
  if (access === 'public') return anonymous;
  const presented = header(request, 'authorization') ?? header(request, 'x-authorization');
  if (presented === undefined) return anonymous;
  throw new InvalidToken();
}
