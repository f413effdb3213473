import { gunzipSync } from 'node:zlib';

import type { DescribedAnswer, DescribedBodies, DescribedOperation } from './document.ts';
import { fromText } from './texts.ts';
import { wrongBy } from './schemas.ts';

/** Headers that say how an answer is carried or shown, not what it is. */
const ofCarriage =
  /^(content-(type|length|encoding|security-policy)|date|connection|keep-alive|transfer-encoding|x-amzn?-.*|cross-origin-.*|referrer-policy|x-content-type-options)$/;

/** Beyond this, a body is believed: it takes longer to read than to make. */
const mostBytes = 4_000_000;

/** What the document says of a status. */
export function answerFor(
  { answers }: DescribedOperation,
  status: number,
): DescribedAnswer | undefined {
  return answers.get(String(status));
}

/** What is wrong with the headers of an answer. */
export function wrongHeaders(described: DescribedAnswer, headers: Headers): readonly string[] {
  const missing = [...described.headers].flatMap(([name, { required }]) =>
    required === true && !headers.has(name) ? [`the header ${name} is missing`] : [],
  );
  const wrong = [...headers].flatMap(([name, value]) => {
    if (ofCarriage.test(name)) return [];
    const known = described.headers.get(name);
    if (known === undefined) return [`the header ${name} is not described`];
    const problem = wrongBy(known.schema, fromText(value, known.schema));
    return problem === undefined ? [] : [`the header ${name}: ${problem}`];
  });
  return [...missing, ...wrong];
}

/** The part of a document for a media type: with its parameters, or without. */
export function ofMediaType(content: DescribedBodies, contentType: string) {
  const exact = contentType.toLowerCase().replaceAll(/\s/g, '');
  const [essence = ''] = exact.split(';');
  return content[exact] ?? content[essence];
}

/** What is wrong with the media type of an answer. */
export function wrongMediaType(
  { content }: DescribedAnswer,
  contentType: string,
): readonly string[] {
  if (content === undefined || ofMediaType(content, contentType) !== undefined) return [];
  return [`${contentType} is none of ${Object.keys(content).join(', ')}`];
}

/** What is wrong with the body of an answer. @param bytes as they were carried */
export function wrongBody(
  { content }: DescribedAnswer,
  headers: Headers,
  bytes: Buffer,
): readonly string[] {
  if (content === undefined) {
    return bytes.length === 0 ? [] : [`no body is described: ${bytes.toString().slice(0, 200)}`];
  }
  const contentType = headers.get('content-type') ?? '';
  const described = ofMediaType(content, contentType);
  const isJson = /[/+]json(;|$)/.test(contentType);
  if (described === undefined || !isJson || bytes.length > mostBytes) return [];
  const text = headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes;
  const problem = wrongBy(described.schema, JSON.parse(text.toString()));
  return problem === undefined ? [] : [`the body: ${problem}`];
}
