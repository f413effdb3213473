import { InvalidInput, type InputError } from '../../errors.ts';
import type { SettingsResult } from '../../settings.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { StillReferenced, UnprocessableDocument, MalformedDocument } from '../../writing/errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { HttpRequest } from '../request/request.ts';
import { noStoreHeaders, type HttpResponse } from '../responses/response.ts';
import { NotAcceptable, NotUtf8 } from './errors.ts';
import { toHttpError } from './error-statuses.ts';

/** What an error response needs of its request. */
export type FailedRequest = Pick<HttpRequest, 'id' | 'headers'>;

/** Makes the response for a thrown error. */
export type ErrorFormatter = (
  error: unknown,
  request: FailedRequest,
  settings: SettingsResult,
) => HttpResponse;

/** Makes the HTML page that is sent when a request for a page fails. */
export type PageErrorFormatter = (error: unknown, context: RequestContext<unknown>) => HttpResponse;

/** The list of errors is cut at these limits, because a response must fit into 6 MB. */
const maxErrors = 1_000;
const maxBytes = 2_000_000;

type ListedError = Omit<InputError, 'code'> & { readonly code: string };

/**
 * Cuts a list of errors, and adds an entry with the number of the errors that are left out.
 * @param totalCount the number of all errors, including those that are not in `errors`
 */
function limitErrors(
  errors: readonly ListedError[],
  totalCount = errors.length,
): readonly ListedError[] {
  let bytes = 0;
  const listedErrors = errors.slice(0, maxErrors).filter((error) => {
    bytes += Buffer.byteLength(JSON.stringify(error));
    return bytes <= maxBytes;
  });
  const unlistedCount = totalCount - listedErrors.length;
  if (unlistedCount === 0) return listedErrors;
  const detail = `There are ${unlistedCount} more problems. Fix these first, and send the request again.`;
  const location = errors[0]?.in ?? 'body';
  return [...listedErrors, { in: location, code: 'more_problems', pointer: '', detail }];
}

/** The extension members of the problem document (RFC 9457, section 3.2). */
function extensionMembers(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof InvalidInput) return { errors: limitErrors(error.errors) };
  if (error instanceof MalformedDocument || error instanceof UnprocessableDocument) {
    return { errors: limitErrors(error.problems.map(toListedError), error.count) };
  }
  if (error instanceof NotUtf8) return { offset: error.offset };
  if (error instanceof StillReferenced) {
    const { resources, unreadable } = error.referrers;
    return { referrers: { resources, hidden: unreadable } };
  }
  if (error instanceof NotAcceptable) return { available: error.available };
  return {};
}

function toListedError({ message, ...problem }: DocumentProblem): ListedError {
  return { in: 'body', ...problem, detail: message };
}

/**
 * Makes a problem document (RFC 9457). For an unexpected error it says nothing about the cause: the request id leads to it in the log.
 * @rule Responses: How many errors does a response list?
 */
export function problemResponse(error: unknown, request: FailedRequest): HttpResponse {
  const { code, status, title, detail, headers } = toHttpError(error);
  const document = {
    type: `urn:heritage-data-service:problem:${code}`,
    title,
    status,
    code,
    detail,
    ...extensionMembers(error),
    requestId: request.id,
  };
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify(document),
    headers,
  };
}

/** Makes a plain-text error, which the specification requires for POST /auth/get_token. */
export function textErrorResponse(error: unknown, request: FailedRequest): HttpResponse {
  const { status, detail, headers } = toHttpError(error);
  const body = status === 500 ? `${detail} ${request.id}` : detail;
  return { status, contentType: 'text/plain', body, headers };
}

/** Makes an error as the search addresses of the reference platform do; those of the parameters are its message. */
export function formerSearchErrorResponse(error: unknown, request: FailedRequest): HttpResponse {
  const { status, title, detail, headers } = toHttpError(error);
  const message =
    error instanceof InvalidInput ? error.errors.map((item) => item.detail).join(' ') : detail;
  const body = {
    status: 'false',
    success: false,
    title: 'Search Failed',
    message,
    cause: title,
    requestId: request.id,
  };
  return { status, contentType: 'application/json', body: JSON.stringify(body), headers };
}

/** Makes an OAuth error (RFC 6749, section 5.2), or a problem document if OAuth has no code for it. */
export function oauthErrorResponse(error: unknown, request: FailedRequest): HttpResponse {
  const { status, oauth, detail, headers } = toHttpError(error);
  const response =
    oauth === undefined
      ? problemResponse(error, request)
      : {
          status,
          contentType: 'application/json',
          body: JSON.stringify({ error: oauth, error_description: toAscii(detail) }),
        };
  return { ...response, headers: { ...headers, ...noStoreHeaders } };
}

/** `error_description` allows only printable ASCII without quotes and backslashes (RFC 6749, section 5.2). */
function toAscii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, "'");
}

/**
 * The error formats of operations, by name.
 * @rule Responses: How does an error become a problem document, text or an OAuth error?
 */
export const errorFormatters = {
  problem: problemResponse,
  oauth: oauthErrorResponse,
  text: textErrorResponse,
  'former-search': formerSearchErrorResponse,
} as const satisfies Readonly<Record<string, ErrorFormatter>>;
