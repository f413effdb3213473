import { InvalidToken } from '../../identity/errors.ts';
import type { AccountPrincipal, Principal } from '../../model/accounts/principal.ts';
import { AuthenticationRequired, InsufficientScope } from '../errors/errors.ts';
import { requiredScope, type Operation } from '../operation.ts';
import { readHeader, type HttpRequest } from './request.ts';

/**
 * The token that a request presents. `X-Authorization` comes before `Authorization`, which a proxy may need for itself.
 * @returns undefined when neither header was sent
 * @throws InvalidToken for anything but one bearer token (RFC 6750, section 2.1)
 */
export function readBearerToken(request: HttpRequest): string | undefined {
  const sent = readHeader(request, 'x-authorization') ?? readHeader(request, 'authorization');
  if (sent === undefined) return undefined;
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(sent.trim())?.[1];
  if (token === undefined) {
    throw new InvalidToken('Send one access token, in the form: Authorization: Bearer <token>.');
  }
  return token;
}

/** The account of a caller who writes: nobody else can. @throws AuthenticationRequired */
export function requireAccount(principal: Principal): AccountPrincipal {
  if (principal.kind === 'anonymous') throw new AuthenticationRequired();
  return principal;
}

/** Holds a caller to the scope of the token (RFC 6750, section 3.1). @throws InsufficientScope */
export function requireScope(
  principal: Principal,
  operation: Pick<Operation, 'method' | 'scope'>,
): void {
  const needed = requiredScope(operation);
  if (principal.kind === 'account' && !principal.scope.includes(needed)) {
    throw new InsufficientScope(needed);
  }
}
