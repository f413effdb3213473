import { PublicError } from '../errors.ts';

/** The error codes of the token endpoint (RFC 6749, section 5.2), and of the revocation endpoint (RFC 7009, section 2.2.1). */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** An error of OAuth: callers are told its code and its message. */
export abstract class OAuthError extends PublicError {
  abstract override readonly code: OAuthErrorCode;
}

/** The request is malformed. */
export class InvalidRequest extends OAuthError {
  readonly code = 'invalid_request';
}

/** The application is unknown, did not prove itself, or may not use the grant at all (specification, POST /o/token). */
export class InvalidClient extends OAuthError {
  readonly code = 'invalid_client';

  constructor(message = 'The application is unknown, or its secret is wrong.') {
    super(message);
  }
}

/** Username or password is wrong, the user unknown or deactivated (specification, Errors). */
export class WrongPassword extends OAuthError {
  readonly code = 'invalid_grant';

  constructor() {
    super('The username or the password is wrong, or the account is not active.');
  }
}

/** The refresh token is unknown, used, revoked, expired, or that of another application. */
export class InvalidRefreshToken extends OAuthError {
  readonly code = 'invalid_grant';

  constructor() {
    super('The refresh token is not good, or no longer. Sign in again.');
  }
}

/** The application is registered for another grant. */
export class UnauthorizedClient extends OAuthError {
  readonly code = 'unauthorized_client';
}

/** There is no such grant. */
export class UnsupportedGrantType extends OAuthError {
  readonly code = 'unsupported_grant_type';
}

/** A scope is unknown, or wider than what was granted. */
export class InvalidScope extends OAuthError {
  readonly code = 'invalid_scope';
}
