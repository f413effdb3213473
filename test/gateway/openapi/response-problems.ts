import { gunzipSync } from 'node:zlib';

import type { DocumentedResponse, DocumentedBodies, DocumentedOperation } from './document.ts';
import { parseTextBySchema } from './parse-text.ts';
import { schemaProblem } from './schema-problem.ts';

/** Headers about transport or display, which the document does not describe. */
const undescribedHeaders =
  /^(content-(type|length|encoding|security-policy)|date|connection|keep-alive|transfer-encoding|x-amzn?-.*|cross-origin-.*|referrer-policy|strict-transport-security|x-content-type-options)$/;

/** Larger bodies are not checked, because a check takes longer than the request. */
const maxBytes = 4_000_000;

export function documentedResponse(
  { responses: answers }: DocumentedOperation,
  status: number,
): DocumentedResponse | undefined {
  return answers.get(String(status));
}

/** Problems with the headers of an answer. */
export function headerProblems(
  documented: DocumentedResponse,
  headers: Headers,
): readonly string[] {
  const missing = [...documented.headers].flatMap(([name, { required }]) =>
    required === true && !headers.has(name) ? [`the header ${name} is missing`] : [],
  );
  const wrong = [...headers].flatMap(([name, value]) => {
    if (undescribedHeaders.test(name)) return [];
    const documentedHeader = documented.headers.get(name);
    if (documentedHeader === undefined) return [`the header ${name} is not described`];
    const problem = schemaProblem(
      documentedHeader.schema,
      parseTextBySchema(value, documentedHeader.schema),
    );
    return problem === undefined ? [] : [`the header ${name}: ${problem}`];
  });
  return [...missing, ...wrong];
}

/** Finds the body for a media type; with its parameters first, then without them. */
export function bodyForMediaType(content: DocumentedBodies, contentType: string) {
  const exact = contentType.toLowerCase().replaceAll(/\s/g, '');
  const [essence = ''] = exact.split(';');
  return content[exact] ?? content[essence];
}

/** Problems with the media type of an answer. */
export function mediaTypeProblems(
  { content }: DocumentedResponse,
  contentType: string,
): readonly string[] {
  if (content === undefined || bodyForMediaType(content, contentType) !== undefined) return [];
  return [`${contentType} is none of ${Object.keys(content).join(', ')}`];
}

/** Problems with the body of an answer. @param bytes as they were sent */
export function bodyProblems(
  { content }: DocumentedResponse,
  headers: Headers,
  bytes: Buffer,
): readonly string[] {
  if (content === undefined) {
    return bytes.length === 0 ? [] : [`no body is described: ${bytes.toString().slice(0, 200)}`];
  }
  const contentType = headers.get('content-type') ?? '';
  const documented = bodyForMediaType(content, contentType);
  const isJson = /[/+]json(;|$)/.test(contentType);
  if (documented === undefined || !isJson || bytes.length > maxBytes) return [];
  const text = headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes;
  const problem = schemaProblem(documented.schema, JSON.parse(text.toString()));
  return problem === undefined ? [] : [`the body: ${problem}`];
}
