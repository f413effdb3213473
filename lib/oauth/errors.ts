import type { Answer } from '../http/answers/answer.ts';
import { PublicError } from '../http/errors/errors.ts';
import { meaningOf, problemAnswer } from '../http/errors/problem.ts';
import { NotUtf8 } from '../http/request/request-body.ts';

/** The error codes of the token endpoint (RFC 6749, section 5.2), and of the revocation endpoint (RFC 7009, section 2.2.1). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'invalid_scope';

/** An error of an OAuth endpoint: its code and message are the body of the answer. */
export abstract class OAuthError extends PublicError {
  abstract override readonly code: OAuthErrorCode;
  readonly status: number = 400;
}

/** 400: the request is malformed. */
export class InvalidRequest extends OAuthError {
  readonly code = 'invalid_request';
}

/**
 * 401: the application is unknown, did not prove itself, or may not use the grant at all (specification, POST /o/token). Basic is the
 * scheme by which an application may prove itself (RFC 6749, section 2.3.1).
 */
export class InvalidClient extends OAuthError {
  readonly code = 'invalid_client';
  override readonly status = 401;
  override readonly headers = { 'WWW-Authenticate': 'Basic realm="oauth"' };
}

/** 401: username or password is wrong, the user unknown or deactivated (specification, Errors). It has no challenge (ADR 033). */
export class WrongPassword extends OAuthError {
  readonly code = 'invalid_grant';
  override readonly status = 401;

  constructor() {
    super('The username or the password is wrong, or the account is not active.');
  }
}

/** 400: the refresh token is unknown, used, revoked, expired, or that of another application. */
export class InvalidRefreshToken extends OAuthError {
  readonly code = 'invalid_grant';

  constructor() {
    super('The refresh token is not good, or no longer. Sign in again.');
  }
}

/** 400: the application is registered for another grant. */
export class UnauthorizedClient extends OAuthError {
  readonly code = 'unauthorized_client';
}

/** 400: there is no such grant. */
export class UnsupportedGrantType extends OAuthError {
  readonly code = 'unsupported_grant_type';
}

/** 400: a scope is unknown, or wider than what was granted. */
export class InvalidScope extends OAuthError {
  readonly code = 'invalid_scope';
}

/** What answers of OAuth endpoints have in common (RFC 6749, section 5.1). */
export const noStore: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
};

/**
 * The answer of an OAuth endpoint to an error: a JSON object with `error` and `error_description` (RFC 6749, section 5.2);
 * for what that has no code for, a problem document.
 * @param error anything that was thrown
 * @param requestId the id of the request
 */
export function oauthErrorAnswer(error: unknown, requestId: string): Answer {
  if (error instanceof NotUtf8) return errorBody(400, 'invalid_request', error.message);
  if (!(error instanceof OAuthError)) {
    const problem = problemAnswer(error, requestId);
    if (meaningOf(error).code !== 'too_many_attempts')
      return { ...problem, headers: { ...problem.headers, ...noStore } };
    return errorBody(429, 'temporarily_unavailable', meaningOf(error).detail, problem.headers);
  }
  return errorBody(error.status, error.code, error.message, error.headers);
}

function errorBody(
  status: number,
  code: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    contentType: 'application/json',
    body: JSON.stringify({ error: code, error_description: ascii(description) }),
    headers: { ...headers, ...noStore },
  };
}

/** The description may hold printable ASCII only, without quotes and backslashes (RFC 6749, section 5.2). */
function ascii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, "'");
}
