/** One thing that is wrong with what a caller sent. */
export type InputError = {
  readonly in: 'parameters' | 'path' | 'body';
  /** A JSON pointer to it, such as `/indent` or `/attributenodes/0/nodeid`. */
  readonly pointer: string;
  readonly code: 'invalid' | 'missing' | 'repeated';
  readonly detail: string;
};

/**
 * The base of every error that a caller is meant to read: its message leaves the service, so it never
 * holds anything private. Status and title belong to the code, in `problem.ts`.
 */
export abstract class PublicError extends Error {
  abstract readonly code: string;
  /** Headers that belong to the answer. */
  readonly headers: Readonly<Record<string, string>> = {};
}

/** 400: parameters or body break the rules; everything wrong is listed at once. */
export class InvalidInput extends PublicError {
  readonly code = 'invalid_input';
  readonly errors: readonly InputError[];

  constructor(errors: readonly InputError[]) {
    super(errors.map((error) => error.detail).join(' '));
    this.errors = errors;
  }
}

/** 401: a token was presented and is not good (RFC 6750, section 3.1). */
export class InvalidToken extends PublicError {
  readonly code = 'invalid_token';
  override readonly headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };

  constructor(message = 'The access token is unknown, expired or revoked. Ask for a new one.') {
    super(message);
  }
}

/** 401: the operation needs a token, and none was presented. */
export class AuthenticationRequired extends PublicError {
  readonly code = 'authentication_required';
  override readonly headers = { 'WWW-Authenticate': 'Bearer' };

  constructor(message = 'Send an access token in the header Authorization: Bearer <token>.') {
    super(message);
  }
}

/** 401: name or password is wrong, the account is deactivated, or there is none. Nothing tells which. */
export class WrongCredentials extends PublicError {
  readonly code = 'wrong_credentials';
  override readonly headers = { 'WWW-Authenticate': 'Bearer' };

  constructor(message = 'The username or the password is wrong, or the account is not active.') {
    super(message);
  }
}

/** 403: the token is good, but was given for less than this (RFC 6750, section 3.1). */
export class InsufficientScope extends PublicError {
  readonly code = 'insufficient_scope';
  override readonly headers: Readonly<Record<string, string>>;

  constructor(needed: string) {
    super(`The access token was not given the scope ${needed}. Ask for one with it.`);
    this.headers = { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed}"` };
  }
}

/** 403: not allowed to do this to something that the caller may see. */
export class NotAllowed extends PublicError {
  readonly code = 'not_allowed';
}

/** 404: unknown, or not visible to the caller. The two look the same. */
export class NotFound extends PublicError {
  readonly code = 'not_found';
}

/** 405: the path exists, the method does not. */
export class MethodNotAllowed extends PublicError {
  readonly code = 'method_not_allowed';
  override readonly headers: Readonly<Record<string, string>>;

  constructor(method: string, allow: string) {
    super(`${method} is not possible here. Possible: ${allow}.`);
    this.headers = { Allow: allow };
  }
}

/** 406: none of the formats that the operation has is wanted. */
export class NotAcceptable extends PublicError {
  readonly code = 'not_acceptable';
  readonly available: readonly string[];

  constructor(asked: string, available: readonly string[]) {
    super(`${asked} is not a format of this operation. Its formats are: ${available.join(', ')}.`);
    this.available = available;
  }
}

/** 400: the model of a resource instance has no ontology, without which nothing can be said in RDF. */
export class NoOntology extends PublicError {
  readonly code = 'no_ontology';

  /** @param model the name of the model */
  constructor(model: string) {
    super(
      `The model ${JSON.stringify(model)} has no ontology, which JSON-LD and the other RDF formats need. Ask for format=json or format=service-json.`,
    );
  }
}

/** 413: the answer is larger than API Gateway can carry in one piece. */
export class AnswerTooLarge extends PublicError {
  readonly code = 'answer_too_large';

  /** @param advice how to ask for less */
  constructor(advice = 'Ask for less at a time with limit and page.') {
    super(`The answer is over 6 MB. ${advice}`);
  }
}

/** 429: too many sign-ins failed. */
export class TooManyAttempts extends PublicError {
  readonly code = 'too_many_attempts';
  override readonly headers: Readonly<Record<string, string>>;

  /** @param seconds after which to try again */
  constructor(seconds: number) {
    super(`Too many sign-ins have failed. Try again in ${seconds} seconds.`);
    this.headers = { 'Retry-After': String(seconds) };
  }
}

/** 503: the request could not be finished in the time that it has. */
export class OutOfTime extends PublicError {
  readonly code = 'out_of_time';

  constructor() {
    super('The answer was not ready in time. Try again, or ask for less with limit and page.');
  }
}
