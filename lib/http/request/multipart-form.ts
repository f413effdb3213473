import { MalformedForm } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { urlEncodedForm, multipartForm, mediaTypeOf } from './media-type.ts';
import { decodeBody } from './request-body.ts';
import { readHeader, type HttpRequest } from './request.ts';

/**
 * Converts a multipart form (RFC 7578) to a URL-encoded form with the same fields. Handlers then read only one kind of form, and a
 * repeated request has the same body even if its boundary differs. Other requests stay unchanged.
 * @rule Requests: How does a multipart form become a form?
 * @throws RequestTooLarge, NotUtf8, MalformedForm
 */
export async function encodeMultipartForm(
  request: HttpRequest,
  { form, parametersInBody }: Pick<Operation, 'form' | 'parametersInBody'>,
): Promise<HttpRequest> {
  const contentType = readHeader(request, 'content-type') ?? '';
  const acceptsForms = form !== undefined || parametersInBody === true;
  if (!acceptsForms || request.body === undefined || mediaTypeOf(contentType) !== multipartForm) {
    return request;
  }
  const fields = await readFields(decodeBody(request.body), contentType);
  const body = fields.map((field) => field.map(encodeSeparators).join('=')).join('&');
  return {
    ...request,
    headers: new Map(request.headers).set('content-type', [urlEncodedForm]),
    body: body === '' ? undefined : Buffer.from(body),
  };
}

/** Reads the fields; the content of a file is its value. Binary files were already refused, because they are not UTF-8. */
async function readFields(
  body: string,
  contentType: string,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const parts = [...(await parseMultipart(body, contentType))];
  return Promise.all(
    parts.map(
      async ([name, value]) =>
        [name, typeof value === 'string' ? value : await value.text()] as const,
    ),
  );
}

async function parseMultipart(body: string, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new MalformedForm(
      'The body is not valid multipart/form-data with the boundary in Content-Type.',
    );
  }
}

/** Encodes only the separators, so that the body does not grow beyond its limit. */
function encodeSeparators(text: string): string {
  return text.replaceAll(/[%&=+]/g, encodeURIComponent);
}
