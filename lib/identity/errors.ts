import { PublicError } from '../errors.ts';

/** An access token was presented and is not good, or no longer. */
export class InvalidToken extends PublicError {
  readonly code = 'invalid_token';

  constructor(message = 'The access token is unknown, expired or revoked. Ask for a new one.') {
    super(message);
  }
}

/** Name or password is wrong, the account is deactivated, or there is none. Nothing tells which. */
export class WrongCredentials extends PublicError {
  readonly code = 'wrong_credentials';

  constructor(message = 'The username or the password is wrong, or the account is not active.') {
    super(message);
  }
}

/** Too many sign-ins failed, or too many client secrets were wrong. */
export class TooManyAttempts extends PublicError {
  readonly code = 'too_many_attempts';
  readonly seconds: number;

  /**
   * @param seconds after which to try again
   * @param what has failed
   */
  constructor(seconds: number, what = 'sign-ins have failed') {
    super(`Too many ${what}. Try again in ${seconds} seconds.`);
    this.seconds = seconds;
  }
}

/** The application is unknown, not public, or not registered for the password grant. */
export class UnknownApplication extends Error {
  readonly code = 'unknown_application';
}
