import { NotFound } from '../../errors.ts';
import { isUuid } from '../../model/ids.ts';
import type { Settings } from '../../settings.ts';

/** Response headers by name. */
export type HeaderFields = Readonly<Record<string, string>>;

/** A complete body: text, or bytes. */
export type CompleteBody = string | Buffer;

/** The body of a response: complete, or text in parts that are made while they are read. */
export type ResponseBody = CompleteBody | AsyncIterable<string>;

export function isCompleteBody(body: ResponseBody): body is CompleteBody {
  return typeof body === 'string' || Buffer.isBuffer(body);
}

/** The response that a handler returns. */
export type HttpResponse = {
  readonly status: number;
  /** Left out if there is no body. */
  readonly contentType?: string;
  readonly body?: ResponseBody;
  readonly headers?: HeaderFields;
  /** Sent instead if the body is too large: a write that is stored must not look like an error. */
  readonly fallback?: HttpResponse;
  /** Sent last if a streamed body cannot be finished. It makes the body invalid, so that no client takes the body for complete. */
  readonly abortText?: string;
  /** How to request less if the body is too large. It replaces the hint of the operation. */
  readonly tooLargeHint?: () => string;
};

/** The headers of a response that must not be cached, such as one with a token (RFC 6749, section 5.1). */
export const noStoreHeaders: HeaderFields = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
};

/**
 * Browsers must not guess another content type, must not run anything in a document or show it inside a page, and must not tell
 * other sites its URL. Pages replace the policy, because they have a style and a script.
 */
const browserProtectionHeaders: HeaderFields = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** HSTS for a year. Without `includeSubDomains`, because other hosts of the domain may belong to other services. */
const secureTransportHeader: HeaderFields = { 'Strict-Transport-Security': 'max-age=31536000' };

/**
 * The headers of every response that protect browsers. HSTS (RFC 6797) only if the service is reached by HTTPS.
 * @rule Responses: Which headers protect browsers?
 * @param settings undefined if they are invalid
 */
export function securityHeaders(settings: Pick<Settings, 'baseUrl'> | undefined): HeaderFields {
  return settings?.baseUrl.startsWith('https:')
    ? { ...browserProtectionHeaders, ...secureTransportHeader }
    : browserProtectionHeaders;
}

/** Adds headers to a response. Headers that it already has are not replaced. */
export function withHeaders(response: HttpResponse, headers: HeaderFields): HttpResponse {
  return { ...response, headers: { ...headers, ...response.headers } };
}

/** Makes a response with a JSON body. @param document a value, or a JSON string */
export function jsonResponse(document: unknown, status = 200): HttpResponse {
  const body = typeof document === 'string' ? document : JSON.stringify(document);
  return { status, contentType: 'application/json', body };
}

/** Redirects from the URI of an object to the document about it (RFC 9110, section 15.4.4). @param uri absolute */
export function redirectTo(uri: string): HttpResponse {
  return { status: 303, headers: { Location: uri } };
}

/**
 * Redirects from the URI of an object to the document with the same id. It does not check whether the object exists: the request for
 * the document does that, with the permissions of its caller.
 * @param id from the path
 * @param baseUri the URI below which the documents are
 * @throws NotFound with `message` if the id is not a UUID
 */
export function redirectToDocument(
  id: string,
  baseUri: string,
  notFoundMessage: string,
): HttpResponse {
  if (!isUuid(id)) throw new NotFound(notFoundMessage);
  return redirectTo(`${baseUri}/${id}`);
}

/** Makes a response with a document in the negotiated media type. */
export function documentResponse(mediaType: string, body: ResponseBody): HttpResponse {
  // Without a charset, clients can decode text types as ASCII (RFC 2046).
  const contentType = mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
  return { status: 200, contentType, body };
}
