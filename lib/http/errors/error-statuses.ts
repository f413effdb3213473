import { DataApiUnavailable } from '../../data-api/errors.ts';
import { errorCode, PublicError } from '../../errors.ts';
import { WrongPassword } from '../../oauth/errors.ts';
import { OutcomeUnknown, UnexpectedVersion } from '../../writing/errors.ts';
import { sessionChallenge } from '../request/session-challenge.ts';
import type { HeaderFields } from '../responses/response.ts';
import { InsufficientScope, MethodNotAllowed } from './errors.ts';

/** The HTTP response for the code of an error. */
type ErrorTableEntry = {
  readonly status: number;
  readonly title: string;
  /** Replaces the message of the error, if that can contain private data or does not say what to do. */
  readonly detail?: string;
  readonly headers?: HeaderFields;
  /** The OAuth error code (RFC 6749, section 5.2; RFC 7009, section 2.2.1). */
  readonly oauth?: string;
};

const retryAfterHeader = (seconds: number): HeaderFields => ({ 'Retry-After': String(seconds) });
const challengeHeader = (scheme: string): HeaderFields => ({ 'WWW-Authenticate': scheme });

/** The entry for an error that only OAuth endpoints have. */
const oauthError = (code: string, status = 400): ErrorTableEntry => ({
  status,
  title: code,
  oauth: code,
});

/** Every public error, by its code. */
const errorTable: Readonly<Record<string, ErrorTableEntry>> = {
  invalid_input: { status: 400, title: 'The request is not valid' },
  unreadable_document: { status: 400, title: 'The document cannot be read' },
  nested_too_deep: { status: 400, title: 'Nested too deep' },
  unreadable_form: { status: 400, title: 'The form cannot be read', oauth: 'invalid_request' },
  not_utf8: { status: 400, title: 'The body is not UTF-8', oauth: 'invalid_request' },
  no_ontology: { status: 400, title: 'The model has no ontology' },
  invalid_request: oauthError('invalid_request'),
  invalid_grant: oauthError('invalid_grant'),
  unauthorized_client: oauthError('unauthorized_client'),
  unsupported_grant_type: oauthError('unsupported_grant_type'),
  invalid_scope: oauthError('invalid_scope'),
  // Applications may authenticate with the scheme Basic (RFC 6749, section 2.3.1).
  invalid_client: {
    ...oauthError('invalid_client', 401),
    headers: challengeHeader('Basic realm="oauth"'),
  },
  // Not a 400 as in RFC 6749: existing clients expect 401. No HTTP scheme fits, so there is no challenge (ADR 016).
  wrong_password: oauthError('invalid_grant', 401),
  invalid_token: {
    status: 401,
    title: 'The access token is not valid',
    headers: challengeHeader('Bearer error="invalid_token"'),
  },
  authentication_required: {
    status: 401,
    title: 'An access token is needed',
    headers: challengeHeader('Bearer'),
  },
  session_ended: {
    status: 401,
    title: 'The session has ended',
    headers: sessionChallenge,
  },
  wrong_credentials: {
    status: 401,
    title: 'The sign-in failed',
    headers: challengeHeader('Bearer'),
  },
  insufficient_scope: { status: 403, title: 'The access token lacks a scope' },
  not_allowed: { status: 403, title: 'Not allowed' },
  front_required: { status: 403, title: 'Not the public address' },
  forged_form: { status: 403, title: 'The form was not accepted' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Format not available' },
  not_expressible_in_xml: {
    status: 406,
    title: 'Not available in RDF/XML',
    detail:
      'A property of the model has a name that RDF/XML cannot express. Request format=json-ld, turtle or n-triples.',
  },
  conflict: { status: 409, title: 'Conflict with stored data' },
  import_not_finished: { status: 409, title: 'The data still come from another platform' },
  value_taken: { status: 409, title: 'A unique value exists already' },
  still_referenced: { status: 409, title: 'Still referenced' },
  file_removed: { status: 410, title: 'Removed' },
  precondition_failed: { status: 412, title: 'Not the stored version' },
  request_too_large: { status: 413, title: 'The request is too large' },
  statement_too_large: {
    status: 413,
    title: 'The request is too large',
    detail:
      'The request has more ids or values than the database accepts in one statement: 4 MiB, about 110,000 ids. Split it into several requests with half as many ids each. Nothing was changed.',
  },
  answer_too_large: { status: 413, title: 'The response is too large' },
  form_too_large: { status: 413, title: 'The form is too large' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    oauth: 'invalid_request',
  },
  unprocessable_document: { status: 422, title: 'The document cannot be stored' },
  idempotency_key_reused: {
    status: 422,
    title: 'The key belongs to another request',
    detail:
      'A different request was sent with this Idempotency-Key before. Send each new request with its own key.',
  },
  precondition_required: {
    status: 428,
    title: 'If-Match is required',
    detail:
      'This service accepts changes only with the stored version. Read the object, and send its ETag in the header If-Match.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many failed sign-ins',
    oauth: 'temporarily_unavailable',
  },
  upload_quota_used: { status: 429, title: 'Too many uploads' },
  index_filling: {
    status: 503,
    title: 'The index of values is being filled',
    headers: retryAfterHeader(60),
  },
  too_many_grants: {
    status: 503,
    title: 'The account has too many grants of its own',
    headers: retryAfterHeader(3600),
  },
  out_of_time: { status: 503, title: 'Out of time', headers: retryAfterHeader(5) },
  changed_while_reading: {
    status: 503,
    title: 'The data keeps changing',
    headers: retryAfterHeader(1),
  },
  too_busy: {
    status: 503,
    title: 'Others are changing the same data',
    headers: retryAfterHeader(1),
  },
  views_in_use: { status: 503, title: 'Views are in use', headers: retryAfterHeader(5) },
  outcome_unknown: {
    status: 503,
    title: 'It is unknown whether the change was stored',
    detail:
      'The response of the database was lost or too late, so the change may or may not be stored. Read the object again to check. You may send PUT and DELETE again, and POST with the same Idempotency-Key.',
    headers: retryAfterHeader(5),
  },
  data_api_unavailable: {
    status: 503,
    title: 'The database is not available',
    detail: 'The database did not respond. Nothing was changed. Try again in a few seconds.',
    headers: retryAfterHeader(5),
  },
  database_waking: {
    status: 503,
    title: 'The database is starting',
    detail: 'The database was paused and is starting. Try again in a few seconds.',
    headers: retryAfterHeader(10),
  },
};

const unexpectedError: ErrorTableEntry = {
  status: 500,
  title: 'Something went wrong',
  detail: 'The service failed. Report the request id if it happens again.',
};

/** The messages of failed preconditions, by what is stored (RFC 9110, section 13.1). */
const versionMessages: Readonly<Record<UnexpectedVersion['stored'], string>> = {
  something:
    'This id exists already, and If-None-Match: * allows only a new one. Nothing was changed.',
  nothing:
    'This id does not exist, and If-Match needs an existing one. Send the request without If-Match to create it.',
  'another version':
    'The stored version is newer than the one in If-Match. Nothing was changed. Read it again, repeat your change, and send it with the new ETag.',
};

/** The headers whose values depend on members of the error. */
function dynamicHeaders(error: unknown): HeaderFields {
  if (error instanceof MethodNotAllowed) return { Allow: error.allow };
  if (error instanceof PublicError && error.retryAfterSeconds !== undefined)
    return retryAfterHeader(error.retryAfterSeconds);
  return error instanceof InsufficientScope
    ? challengeHeader(`Bearer error="insufficient_scope", scope="${error.requiredScope}"`)
    : {};
}

/** Whether the response to a write was lost, so that it is unknown whether the change is stored. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof DataApiUnavailable && error.outcome === 'unknown';
}

function publicCode(error: unknown): string {
  if (error instanceof WrongPassword) return 'wrong_password';
  const code = errorCode(error);
  return code !== undefined && Object.hasOwn(errorTable, code) ? code : 'unexpected';
}

/** An error as HTTP reports it. Nothing in it is private. */
export type HttpError = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly headers: HeaderFields;
  /** The OAuth error code; undefined if OAuth has none for it. */
  readonly oauth: string | undefined;
};

/**
 * Maps a thrown error to status, code and message. An error that is not in the table becomes a 500 without details.
 * @rule Responses: Which writes need `If-Match`, and what does a missing one answer?
 * @rule Responses: Which status, title and headers does an error have?
 * @rule Responses: What is answered if the database does not wake up in time?
 */
export function toHttpError(thrown: unknown): HttpError {
  const error = isOutcomeUnknown(thrown) ? new OutcomeUnknown() : thrown;
  const code = publicCode(error);
  const { status, title, detail, headers, oauth } = errorTable[code] ?? unexpectedError;
  const message = error instanceof Error ? error.message : '';
  return {
    code,
    status,
    title,
    detail:
      error instanceof UnexpectedVersion ? versionMessages[error.stored] : (detail ?? message),
    headers: { ...headers, ...dynamicHeaders(error) },
    oauth,
  };
}
