import { PublicError } from '../errors.ts';

/** The access token is invalid or no longer valid. */
export class InvalidToken extends PublicError {
  readonly code = 'invalid_token';

  constructor(message = 'The access token is unknown, expired or revoked. Request a new one.') {
    super(message);
  }
}

/** The session of a browser has ended: signed out, expired, or the account is no longer active. */
export class SessionEnded extends PublicError {
  readonly code = 'session_ended';

  constructor() {
    super('You are no longer signed in. Sign in again.');
  }
}

/** The username or password is wrong, or the account is deactivated or unknown. The message does not reveal which. */
export class WrongCredentials extends PublicError {
  readonly code = 'wrong_credentials';

  constructor(message = 'The username or the password is wrong, or the account is not active.') {
    super(message);
  }
}

/** Too many sign-ins failed, or too many client secrets were wrong. */
export class TooManyAttempts extends PublicError {
  readonly code = 'too_many_attempts';
  override readonly retryAfterSeconds: number;

  /**
   * @param seconds the time after which the caller can try again
   * @param failures the events that were too many
   */
  constructor(seconds: number, failures = 'sign-ins have failed') {
    super(`Too many ${failures}. Try again in ${seconds} seconds.`);
    this.retryAfterSeconds = seconds;
  }
}

/** The application is unknown, not public, or not registered for the password grant. */
export class UnknownApplication extends Error {
  readonly code = 'unknown_application';
}
