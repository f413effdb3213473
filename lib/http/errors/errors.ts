import { PublicError } from '../../errors.ts';

/** The operation needs a token, and none was sent. */
export class AuthenticationRequired extends PublicError {
  readonly code = 'authentication_required';

  constructor(message = 'Send an access token in the header Authorization: Bearer <token>.') {
    super(message);
  }
}

/** The token is valid, but lacks a scope (RFC 6750, section 3.1). */
export class InsufficientScope extends PublicError {
  readonly code = 'insufficient_scope';
  readonly requiredScope: string;

  constructor(requiredScope: string) {
    super(`The access token does not have the scope ${requiredScope}. Request a token with it.`);
    this.requiredScope = requiredScope;
  }
}

/** The path exists, but not with this method. */
export class MethodNotAllowed extends PublicError {
  readonly code = 'method_not_allowed';
  readonly allow: string;

  constructor(method: string, allow: string) {
    super(`${method} is not allowed at this path. Allowed methods: ${allow}.`);
    this.allow = allow;
  }
}

/** The operation has none of the requested formats. */
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

/** The operation does not read bodies of this media type. */
export class UnsupportedMediaType extends PublicError {
  readonly code = 'unsupported_media_type';

  /** @param supportedTypes the media types that the operation reads */
  constructor(supportedTypes: readonly string[]) {
    super(`Send the body with Content-Type: ${supportedTypes.join(' or ')}.`);
  }
}

/** The response is too large to be sent. */
export class ResponseTooLarge extends PublicError {
  readonly code = 'answer_too_large';

  /** @param hint how to request less */
  constructor(hint = 'Request less at a time with limit and page.', maxBytes = 6_000_000) {
    super(`The response is over ${Math.floor(maxBytes / 1_000_000)} MB. ${hint}`);
  }
}

/** The request body is too large. For even larger bodies API Gateway itself sends the same error. */
export class RequestTooLarge extends PublicError {
  readonly code = 'request_too_large';

  /** @param hint a sentence that begins with a space: how to send more */
  constructor(hint = '') {
    super(`The body of a request may have at most 4.4 MB. Nothing was changed.${hint}`);
  }
}

/** The body is not valid UTF-8. */
export class NotUtf8 extends PublicError {
  readonly code = 'not_utf8';
  readonly offset: number;

  /** @param offset of the first invalid byte, from 0 */
  constructor(offset: number) {
    super(
      `The body is not valid UTF-8: the byte at offset ${offset} is invalid. Send the body in UTF-8. Nothing was changed.`,
    );
    this.offset = offset;
  }
}

/** The form cannot be parsed. The message says what to send. */
export class MalformedForm extends PublicError {
  readonly code = 'unreadable_form';
}
