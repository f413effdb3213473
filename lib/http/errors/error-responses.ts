import { InvalidInput, type InputError } from '../../errors.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { StillReferenced, UnprocessableDocument, MalformedDocument } from '../../writing/errors.ts';
import { noStoreHeaders, type HttpResponse } from '../responses/response.ts';
import { NotAcceptable, NotUtf8 } from './errors.ts';
import { toHttpError } from './http-errors.ts';

/**
 * Tells of an error to its caller. Problem documents do, unless the operation has a form of its own for its errors.
 * @param error anything that was thrown
 * @param requestId the id of the request
 */
export type ErrorResponse = (error: unknown, requestId: string) => HttpResponse;

/** The most errors that an answer lists, and the most bytes of them: nobody reads more, and an answer has to fit into 6 MB. */
const mostErrors = 1_000;
const mostBytes = 2_000_000;

/** An error as it is listed. */
type ListedError = Omit<InputError, 'code'> & { readonly code: string };

/** The first of some errors, and one more that says how many there are besides. @param count how many there are */
function listed(errors: readonly ListedError[], count = errors.length): readonly ListedError[] {
  let bytes = 0;
  const first = errors.slice(0, mostErrors).filter((error) => {
    bytes += Buffer.byteLength(JSON.stringify(error));
    return bytes <= mostBytes;
  });
  const more = count - first.length;
  if (more === 0) return first;
  const detail = `There are ${more} more. Mend these first, and send it again.`;
  const place = errors[0]?.in ?? 'body';
  return [...first, { in: place, code: 'more_problems', pointer: '', detail }];
}

/** The members of a problem document that only some errors have. */
function extrasOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof InvalidInput) return { errors: listed(error.errors) };
  if (error instanceof MalformedDocument || error instanceof UnprocessableDocument) {
    return { errors: listed(error.problems.map(documentError), error.count) };
  }
  if (error instanceof NotUtf8) return { offset: error.offset };
  if (error instanceof StillReferenced) {
    const { resources, unreadable } = error.referrers;
    return { referrers: { resources, hidden: unreadable } };
  }
  if (error instanceof NotAcceptable) return { available: error.available };
  return {};
}

/** A problem of a document in the form of the other errors of input. */
function documentError({ message, ...problem }: DocumentProblem): ListedError {
  return { in: 'body', ...problem, detail: message };
}

/**
 * The answer to an error: a problem document (RFC 9457). An error that is not in the table says
 * nothing of itself, only the id under which the log has it.
 * @param error anything that was thrown
 * @param requestId the id of the request
 */
export function problemResponse(error: unknown, requestId: string): HttpResponse {
  const { code, status, title, detail, headers } = toHttpError(error);
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

/**
 * The answer to an error in plain words, where the specification asks for text (POST /auth/get_token).
 * @param error anything that was thrown
 * @param requestId told where the error says nothing of itself
 */
export function textErrorResponse(error: unknown, requestId: string): HttpResponse {
  const { status, detail, headers } = toHttpError(error);
  const body = status === 500 ? `${detail} ${requestId}` : detail;
  return { status, contentType: 'text/plain', body, headers };
}

/**
 * The answer of an OAuth endpoint to an error: a JSON object with `error` and `error_description` (RFC 6749, section 5.2);
 * for what that has no code for, a problem document.
 * @param error anything that was thrown
 * @param requestId the id of the request
 */
export function oauthErrorResponse(error: unknown, requestId: string): HttpResponse {
  const { status, oauth, detail, headers } = toHttpError(error);
  const answer =
    oauth === undefined
      ? problemResponse(error, requestId)
      : {
          status,
          contentType: 'application/json',
          body: JSON.stringify({ error: oauth, error_description: ascii(detail) }),
        };
  return { ...answer, headers: { ...headers, ...noStoreHeaders } };
}

/** The description may hold printable ASCII only, without quotes and backslashes (RFC 6749, section 5.2). */
function ascii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, "'");
}

/** How errors are told, by the name that an operation gives it. */
export const errorResponses = {
  problem: problemResponse,
  oauth: oauthErrorResponse,
  text: textErrorResponse,
} as const satisfies Readonly<Record<string, ErrorResponse>>;
