import { PublicError } from '../errors.ts';
import { TooManyAttempts } from '../identity/errors.ts';

/** The error codes of the token endpoint (RFC 6749, section 5.2), and of the revocation endpoint (RFC 7009, section 2.2.1). */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** An OAuth error. Callers see its code and its message. */
export abstract class OAuthError extends PublicError {
  abstract override readonly code: OAuthErrorCode;
}

/** The request is malformed. */
export class InvalidRequest extends OAuthError {
  readonly code = 'invalid_request';
}

/** The application is unknown, not authenticated, or not allowed to use the grant (specification, POST /o/token). */
export class InvalidClient extends OAuthError {
  readonly code = 'invalid_client';

  constructor(message = 'The application is unknown, or its secret is wrong.') {
    super(message);
  }
}

/** The username or password is wrong, or the user is unknown or deactivated (specification, Errors). */
export class WrongPassword extends OAuthError {
  readonly code = 'invalid_grant';

  constructor() {
    super('The username or the password is wrong, or the account is not active.');
  }
}

/** The refresh token is unknown, used, revoked or expired, or belongs to another application. */
export class InvalidRefreshToken extends OAuthError {
  readonly code = 'invalid_grant';

  constructor() {
    super('The refresh token is invalid, used, revoked or expired. Sign in again.');
  }
}

/** The application is registered for another grant. */
export class UnauthorizedClient extends OAuthError {
  readonly code = 'unauthorized_client';
}

export class UnsupportedGrantType extends OAuthError {
  readonly code = 'unsupported_grant_type';
}

/** A scope is unknown, or wider than the granted scope. */
export class InvalidScope extends OAuthError {
  readonly code = 'invalid_scope';
}

/** Creates the error for an application that has sent too many wrong secrets. @param seconds the time after which it can try again */
export function tooManyWrongSecrets(seconds: number): TooManyAttempts {
  return new TooManyAttempts(seconds, 'secrets of the application were wrong');
}
