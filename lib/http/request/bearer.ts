import { InvalidToken } from '../../identity/errors.ts';
import {
  anonymous,
  type AccountPrincipal,
  type Principal,
} from '../../model/accounts/principal.ts';
import { AuthenticationRequired, InsufficientScope } from '../errors/errors.ts';
import { scopeOfOperation, type Operation } from '../operation.ts';
import { readHeader, type HttpRequest } from './request.ts';

/**
 * Reads the access token of a request. `X-Authorization` wins over `Authorization`, which a proxy may use for itself.
 * @rule Sign-in and tokens: Where does the token stand in a request?
 * @returns undefined if neither header was sent
 * @throws InvalidToken for anything but one bearer token (RFC 6750, section 2.1)
 */
export function readBearerToken(request: HttpRequest): string | undefined {
  const headerValue =
    readHeader(request, 'x-authorization') ?? readHeader(request, 'authorization');
  if (headerValue === undefined) return undefined;
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(headerValue.trim())?.[1];
  if (token === undefined) {
    throw new InvalidToken('Send one access token, in the form: Authorization: Bearer <token>.');
  }
  return token;
}

/** Authenticates callers of operations that accept no tokens: returns the anonymous principal. @throws InvalidToken */
export async function authenticateWithoutTokens(request: HttpRequest): Promise<Principal> {
  if (readBearerToken(request) === undefined) return anonymous;
  throw new InvalidToken();
}

/** Returns the account of the caller. @throws AuthenticationRequired if the caller is anonymous */
export function requireAccount(principal: Principal): AccountPrincipal {
  if (principal.kind === 'anonymous') throw new AuthenticationRequired();
  return principal;
}

/** Checks that the token has the scope that the operation needs (RFC 6750, section 3.1). @throws InsufficientScope */
export function requireScope(
  principal: Principal,
  operation: Pick<Operation, 'method' | 'scope'>,
): void {
  const requiredScope = scopeOfOperation(operation);
  if (principal.kind === 'account' && !principal.scope.includes(requiredScope)) {
    throw new InsufficientScope(requiredScope);
  }
}
