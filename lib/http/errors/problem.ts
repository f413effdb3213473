import { DataApiUnavailable } from '../../data-api/errors.ts';
import type { Answer } from '../answers/answer.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { InvalidInput, NotAcceptable, PublicError } from './errors.ts';
import { NotUtf8 } from '../request/request-body.ts';
import {
  OutcomeUnknown,
  StillReferenced,
  UnprocessableDocument,
  UnreadableDocument,
} from './write-errors.ts';

/** What the code of an error means over HTTP. */
type Kind = {
  readonly status: number;
  readonly title: string;
  /** Said instead of the error's own message, where that may hold something private. */
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The one table from the code of an error to its answer. */
const kinds: Readonly<Record<string, Kind>> = {
  invalid_input: { status: 400, title: 'The request is not valid' },
  unreadable_document: { status: 400, title: 'The document cannot be read' },
  unreadable_form: { status: 400, title: 'The form cannot be read' },
  not_utf8: { status: 400, title: 'The body is not UTF-8' },
  no_ontology: { status: 400, title: 'The model has no ontology' },
  invalid_token: { status: 401, title: 'The access token is not valid' },
  authentication_required: { status: 401, title: 'An access token is needed' },
  wrong_credentials: { status: 401, title: 'The sign-in failed' },
  insufficient_scope: { status: 403, title: 'The access token is for less than this' },
  not_allowed: { status: 403, title: 'Not allowed' },
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
  still_referenced: { status: 409, title: 'Others refer to it' },
  precondition_failed: { status: 412, title: 'Not the version that is stored' },
  request_too_large: { status: 413, title: 'The request is too large' },
  answer_too_large: { status: 413, title: 'The answer is too large' },
  unprocessable_document: { status: 422, title: 'The document cannot be stored' },
  idempotency_key_reused: { status: 422, title: 'The key belongs to another request' },
  precondition_required: { status: 428, title: 'The version has to be named' },
  too_many_attempts: { status: 429, title: 'Too many sign-ins failed' },
  out_of_time: { status: 503, title: 'Out of time', headers: { 'Retry-After': '5' } },
  changed_while_reading: {
    status: 503,
    title: 'The data keeps changing',
    headers: { 'Retry-After': '1' },
  },
  too_busy: { status: 503, title: 'Others are changing it', headers: { 'Retry-After': '1' } },
  outcome_unknown: {
    status: 503,
    title: 'Nobody knows whether it was stored',
    headers: { 'Retry-After': '5' },
  },
  data_api_unavailable: {
    status: 503,
    title: 'The database cannot be asked',
    detail: 'The database did not answer. Nothing was changed: try again in a few seconds.',
    headers: { 'Retry-After': '5' },
  },
  database_waking: {
    status: 503,
    title: 'The database is waking',
    detail: 'The database was asleep and is starting. Try again in a few seconds.',
    headers: { 'Retry-After': '10' },
  },
};

const unexpected: Kind = {
  status: 500,
  title: 'Something went wrong',
  detail: 'The service failed to answer. Report the request id if it happens again.',
};

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && Object.hasOwn(kinds, code) ? code : 'unexpected';
}

/** Whether the answer to a write was lost: nothing may be said of what is stored then. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof DataApiUnavailable && error.outcome === 'unknown';
}

function extrasOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof InvalidInput) return { errors: error.errors };
  if (error instanceof UnreadableDocument || error instanceof UnprocessableDocument) {
    return { errors: error.problems.map(documentError) };
  }
  if (error instanceof NotUtf8) return { offset: error.offset };
  if (error instanceof StillReferenced) return { referrers: error.referrers };
  if (error instanceof NotAcceptable) return { available: error.available };
  return {};
}

/** A problem of a document in the form of the other errors of input. */
function documentError({ message, ...problem }: DocumentProblem) {
  return { in: 'body', ...problem, detail: message };
}

/**
 * Tells of an error to its caller. Problem documents do, unless the operation has a form of its own for its errors.
 * @param error anything that was thrown
 * @param requestId the id of the request
 */
export type ErrorAnswer = (error: unknown, requestId: string) => Answer;

/** What an error means over HTTP, with what may be said of it. */
export type PublicMeaning = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * What an error means over HTTP. One that is not in the table says nothing of itself.
 * @param thrown anything that was thrown
 */
export function meaningOf(thrown: unknown): PublicMeaning {
  const error = isOutcomeUnknown(thrown) ? new OutcomeUnknown() : thrown;
  const code = codeOf(error);
  const { status, title, detail, headers } = kinds[code] ?? unexpected;
  return {
    code,
    status,
    title,
    detail: detail ?? (error instanceof Error ? error.message : ''),
    headers: { ...headers, ...(error instanceof PublicError ? error.headers : {}) },
  };
}

/**
 * The answer to an error: a problem document (RFC 9457). An error that is not in the table says
 * nothing of itself, only the id under which the log has it.
 * @param error anything that was thrown
 * @param requestId the id of the request
 */
export function problemAnswer(error: unknown, requestId: string): Answer {
  const { code, status, title, detail, headers } = meaningOf(error);
  const document = {
    type: `urn:heritage-data-service:problem:${code}`,
    title,
    status,
    code,
    detail,
    ...extrasOf(error),
    requestId,
  };
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify(document),
    headers,
  };
}
