import { PublicError } from '../../errors.ts';

/** The operation needs a token, and none was presented. */
export class AuthenticationRequired extends PublicError {
  readonly code = 'authentication_required';

  constructor(message = 'Send an access token in the header Authorization: Bearer <token>.') {
    super(message);
  }
}

/** The token is good, but was given for less than this (RFC 6750, section 3.1). */
export class InsufficientScope extends PublicError {
  readonly code = 'insufficient_scope';
  readonly needed: string;

  constructor(needed: string) {
    super(`The access token was not given the scope ${needed}. Ask for one with it.`);
    this.needed = needed;
  }
}

/** The path exists, the method does not. */
export class MethodNotAllowed extends PublicError {
  readonly code = 'method_not_allowed';
  readonly allow: string;

  constructor(method: string, allow: string) {
    super(`${method} is not possible here. Possible: ${allow}.`);
    this.allow = allow;
  }
}

/** None of the formats that the operation has is wanted. */
export class NotAcceptable extends PublicError {
  readonly code = 'not_acceptable';
  readonly available: readonly string[];

  constructor(requested: string, available: readonly string[]) {
    super(
      `${requested} is not a format of this operation. Its formats are: ${available.join(', ')}.`,
    );
    this.available = available;
  }
}

/** A body is of a media type that the operation does not read. */
export class UnsupportedMediaType extends PublicError {
  readonly code = 'unsupported_media_type';

  /** @param readable the media types that it reads */
  constructor(readable: readonly string[]) {
    super(`Send the body with Content-Type: ${readable.join(' or ')}.`);
  }
}

/** The answer is larger than what can be sent. */
export class ResponseTooLarge extends PublicError {
  readonly code = 'answer_too_large';

  /**
   * @param advice how to ask for less
   * @param mostBytes that can be sent
   */
  constructor(advice = 'Ask for less at a time with limit and page.', mostBytes = 6_000_000) {
    super(`The answer is over ${Math.floor(mostBytes / 1_000_000)} MB. ${advice}`);
  }
}

/** A body is larger than a function can be given. The gateway says the same of one that does not reach a function. */
export class RequestTooLarge extends PublicError {
  readonly code = 'request_too_large';

  constructor() {
    super('The body of a request may have 4.4 MB. Nothing was changed.');
  }
}

/** A body is not UTF-8. Read all the same, it would lose what was meant. */
export class NotUtf8 extends PublicError {
  readonly code = 'not_utf8';
  readonly offset: number;

  /** @param offset of the first byte that is wrong, from 0 */
  constructor(offset: number) {
    super(
      `The body is not UTF-8: what stands at byte offset ${offset} is no character. Send the body in UTF-8. Nothing was changed.`,
    );
    this.offset = offset;
  }
}

/** A body is not a form that can be read; the message says what to send. */
export class MalformedForm extends PublicError {
  readonly code = 'unreadable_form';
}
