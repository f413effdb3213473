import { MalformedForm } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { urlEncodedForm, multipartForm, mediaTypeOf } from './media-type.ts';
import { decodeBody } from './request-body.ts';
import { readHeader, type HttpRequest } from './request.ts';

/**
 * A request whose form comes in parts (RFC 7578), with the same fields as an encoded form: what reads forms knows one kind, and a
 * request that is sent again has the same body, whatever the boundary is. Other requests stay as they are.
 * @throws RequestTooLarge, NotUtf8
 * @throws MalformedForm where the parts cannot be read
 */
export async function encodeMultipartForm(
  request: HttpRequest,
  { form, parametersInBody }: Pick<Operation, 'form' | 'parametersInBody'>,
): Promise<HttpRequest> {
  const contentType = readHeader(request, 'content-type') ?? '';
  const takesForms = form !== undefined || parametersInBody === true;
  if (!takesForms || request.body === undefined || mediaTypeOf(contentType) !== multipartForm) {
    return request;
  }
  const fields = await fieldsOf(decodeBody(request.body), contentType);
  const body = fields.map((field) => field.map(encoded).join('=')).join('&');
  return {
    ...request,
    headers: new Map(request.headers).set('content-type', [urlEncodedForm]),
    body: body === '' ? undefined : Buffer.from(body),
  };
}

/** What is a file by its part counts by its text: a photo is not UTF-8, and goes no further. */
async function fieldsOf(
  body: string,
  contentType: string,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const parts = [...(await formData(body, contentType))];
  return Promise.all(
    parts.map(
      async ([name, value]) =>
        [name, typeof value === 'string' ? value : await value.text()] as const,
    ),
  );
}

async function formData(body: string, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new MalformedForm(
      'The body is not multipart/form-data with the boundary that Content-Type names, to its end.',
    );
  }
}

/** Encodes what separates fields, and nothing else: a body must not grow beyond what a request may have. */
function encoded(text: string): string {
  return text.replaceAll(/[%&=+]/g, encodeURIComponent);
}
