import { DataApiUnavailable } from '../../data-api/errors.ts';
import { TooManyAttempts } from '../../identity/errors.ts';
import { WrongPassword } from '../../oauth/errors.ts';
import { OutcomeUnknown, UnexpectedVersion } from '../../writing/errors.ts';
import type { HeaderFields } from '../responses/response.ts';
import { InsufficientScope, MethodNotAllowed } from './errors.ts';

/** What the code of an error means over HTTP. */
type CodeMeaning = {
  readonly status: number;
  readonly title: string;
  /** Said instead of the error's own message: where that may hold something private, or HTTP has more to say. */
  readonly detail?: string;
  readonly headers?: HeaderFields;
  /** The code by which OAuth knows it (RFC 6749, section 5.2; RFC 7009, section 2.2.1). */
  readonly oauth?: string;
};

const retryAfter = (seconds: number): HeaderFields => ({ 'Retry-After': String(seconds) });
const challenge = (scheme: string): HeaderFields => ({ 'WWW-Authenticate': scheme });

/** An error that only OAuth endpoints have, which tell the code itself. */
const oauth = (code: string, status = 400): CodeMeaning => ({ status, title: code, oauth: code });

/** The one table from the code of an error to its answer. */
const rows: Readonly<Record<string, CodeMeaning>> = {
  invalid_input: { status: 400, title: 'The request is not valid' },
  unreadable_document: { status: 400, title: 'The document cannot be read' },
  nested_too_deep: { status: 400, title: 'Nested too deep' },
  unreadable_form: { status: 400, title: 'The form cannot be read', oauth: 'invalid_request' },
  not_utf8: { status: 400, title: 'The body is not UTF-8', oauth: 'invalid_request' },
  no_ontology: { status: 400, title: 'The model has no ontology' },
  invalid_request: oauth('invalid_request'),
  invalid_grant: oauth('invalid_grant'),
  unauthorized_client: oauth('unauthorized_client'),
  unsupported_grant_type: oauth('unsupported_grant_type'),
  invalid_scope: oauth('invalid_scope'),
  // Basic is the scheme by which an application may prove itself (RFC 6749, section 2.3.1).
  invalid_client: { ...oauth('invalid_client', 401), headers: challenge('Basic realm="oauth"') },
  // Told as invalid_grant, but with another status, and without a challenge (ADR 016).
  wrong_password: oauth('invalid_grant', 401),
  invalid_token: {
    status: 401,
    title: 'The access token is not valid',
    headers: challenge('Bearer error="invalid_token"'),
  },
  authentication_required: {
    status: 401,
    title: 'An access token is needed',
    headers: challenge('Bearer'),
  },
  wrong_credentials: { status: 401, title: 'The sign-in failed', headers: challenge('Bearer') },
  insufficient_scope: { status: 403, title: 'The access token is for less than this' },
  not_allowed: { status: 403, title: 'Not allowed' },
  forged_form: { status: 403, title: 'The form was not accepted' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not in that format' },
  not_expressible_in_xml: {
    status: 406,
    title: 'Not in RDF/XML',
    detail:
      'A property of the model has a name that RDF/XML cannot write. Ask for format=json-ld, turtle or n-triples.',
  },
  conflict: { status: 409, title: 'In conflict with what is stored' },
  value_taken: { status: 409, title: 'A value is taken' },
  still_referenced: { status: 409, title: 'Others refer to it' },
  precondition_failed: { status: 412, title: 'Not the version that is stored' },
  request_too_large: { status: 413, title: 'The request is too large' },
  statement_too_large: {
    status: 413,
    title: 'The request is too large',
    detail:
      'The request brings more ids or values than the database takes with one statement, which is 4 MiB: about 110,000 ids. Send it in several requests, each with a list of half as many ids. Nothing was changed.',
  },
  answer_too_large: { status: 413, title: 'The answer is too large' },
  form_too_large: { status: 413, title: 'The form is too large' },
  unsupported_media_type: {
    status: 415,
    title: 'Not a body that is read here',
    oauth: 'invalid_request',
  },
  unprocessable_document: { status: 422, title: 'The document cannot be stored' },
  idempotency_key_reused: {
    status: 422,
    title: 'The key belongs to another request',
    detail:
      'Another request was sent with this Idempotency-Key before. Send each new request with a key of its own.',
  },
  precondition_required: {
    status: 428,
    title: 'The version has to be named',
    detail:
      'This service changes what is stored only for those who know its version. Read it, and send its ETag in the header If-Match.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many sign-ins failed',
    oauth: 'temporarily_unavailable',
  },
  out_of_time: { status: 503, title: 'Out of time', headers: retryAfter(5) },
  changed_while_reading: {
    status: 503,
    title: 'The data keeps changing',
    headers: retryAfter(1),
  },
  too_busy: { status: 503, title: 'Others are changing it', headers: retryAfter(1) },
  views_in_use: { status: 503, title: 'Views are in use', headers: retryAfter(5) },
  outcome_unknown: {
    status: 503,
    title: 'Nobody knows whether it was stored',
    detail:
      'The answer of the database was lost or came too late: the change may be stored or not. Read it again to see. PUT and DELETE may be sent again as they are, POST with the same Idempotency-Key.',
    headers: retryAfter(5),
  },
  data_api_unavailable: {
    status: 503,
    title: 'The database cannot be asked',
    detail: 'The database did not answer. Nothing was changed: try again in a few seconds.',
    headers: retryAfter(5),
  },
  database_waking: {
    status: 503,
    title: 'The database is waking',
    detail: 'The database was asleep and is starting. Try again in a few seconds.',
    headers: retryAfter(10),
  },
};

const unexpected: CodeMeaning = {
  status: 500,
  title: 'Something went wrong',
  detail: 'The service failed to answer. Report the request id if it happens again.',
};

/** What is said where what is stored is not what a change was made on (RFC 9110, section 13.1). */
const unexpectedVersions: Readonly<Record<UnexpectedVersion['stored'], string>> = {
  something:
    'There is something with this id already, and If-None-Match: * asks for nothing. It was left as it is.',
  nothing:
    'There is nothing with this id, and If-Match asks for something. Send it without If-Match to create it.',
  'another version':
    'It has changed since the version that If-Match names, and was left as it is. Read it again, make your change on that, and send it with the new ETag.',
};

/** The headers that tell something of one error. */
function headersOf(error: unknown): HeaderFields {
  if (error instanceof MethodNotAllowed) return { Allow: error.allow };
  if (error instanceof TooManyAttempts) return retryAfter(error.seconds);
  return error instanceof InsufficientScope
    ? challenge(`Bearer error="insufficient_scope", scope="${error.needed}"`)
    : {};
}

/** Whether the answer to a write was lost: nothing may be said of what is stored then. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof DataApiUnavailable && error.outcome === 'unknown';
}

function codeOf(error: unknown): string {
  if (error instanceof WrongPassword) return 'wrong_password';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && Object.hasOwn(rows, code) ? code : 'unexpected';
}

/** What an error means over HTTP, with what may be said of it. */
export type HttpError = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly headers: HeaderFields;
  /** The code by which OAuth knows it; undefined where it has none. */
  readonly oauth: string | undefined;
};

/**
 * What an error means over HTTP. One that is not in the table says nothing of itself.
 * @param thrown anything that was thrown
 */
export function toHttpError(thrown: unknown): HttpError {
  const error = isOutcomeUnknown(thrown) ? new OutcomeUnknown() : thrown;
  const code = codeOf(error);
  const { status, title, detail, headers, oauth } = rows[code] ?? unexpected;
  const message = error instanceof Error ? error.message : '';
  return {
    code,
    status,
    title,
    detail:
      error instanceof UnexpectedVersion ? unexpectedVersions[error.stored] : (detail ?? message),
    headers: { ...headers, ...headersOf(error) },
    oauth,
  };
}
