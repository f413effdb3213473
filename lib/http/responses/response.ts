import { NotFound } from '../../errors.ts';
import { isUuid } from '../../model/ids.ts';

/** The fields of a header, by names as they go out. */
export type HeaderFields = Readonly<Record<string, string>>;

/** The text of an answer: whole, or in parts that are made as they are read. */
export type ResponseBody = string | AsyncIterable<string>;

/** What an operation gives back, before it becomes a response of API Gateway. */
export type HttpResponse = {
  readonly status: number;
  /** Left out when there is no body. */
  readonly contentType?: string;
  readonly body?: ResponseBody;
  readonly headers?: HeaderFields;
  /** What is answered where the body is too large to be sent: what is stored is not to be told of as an error. */
  readonly fallback?: HttpResponse;
  /** The last text of a body in parts that cannot be finished: with it, what came before is no document of its type. */
  readonly abortText?: string;
  /** How to ask for less where the body is too large to be sent, where that depends on what is stored. */
  readonly tooLargeAdvice?: () => string;
};

/** The headers of an answer that is for its caller alone, as those with tokens are (RFC 6749, section 5.1). */
export const noStoreHeaders: HeaderFields = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
};

/**
 * The same answer with more headers; those that it already has win.
 * @param answer the answer
 * @param headers names as they go out
 */
export function withHeaders(answer: HttpResponse, headers: HeaderFields): HttpResponse {
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

/**
 * An answer with a JSON document.
 * @param document a value that JSON can hold, or a text that already is JSON
 * @param status 200 unless said otherwise
 */
export function jsonResponse(document: unknown, status = 200): HttpResponse {
  const body = typeof document === 'string' ? document : JSON.stringify(document);
  return { status, contentType: 'application/json', body };
}

/** Leads from the URI of a thing to the document about it (RFC 9110, section 15.4.4). @param uri absolute */
export function redirectTo(uri: string): HttpResponse {
  return { status: 303, headers: { Location: uri } };
}

/**
 * Leads from the URI of a thing to the document with the same id. Whether there is one is told by the document, to those who may
 * see it.
 * @param id as the path names it
 * @param documents the URI below which the documents are
 * @param unknown what is told of what is no id
 * @throws NotFound when it is no id
 */
export function redirectToDocument(id: string, documents: string, unknown: string): HttpResponse {
  if (!isUuid(id)) throw new NotFound(unknown);
  return redirectTo(`${documents}/${id}`);
}

/**
 * An answer with a text in one of the media types of its operation.
 * @param mediaType as it was agreed on
 * @param body the text, or its parts
 */
export function documentResponse(mediaType: string, body: ResponseBody): HttpResponse {
  // A text without a charset may be taken for ASCII (RFC 2046); Turtle is always UTF-8.
  const contentType = mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
  return { status: 200, contentType, body };
}
