import { encodedForm } from '../../../lib/http/request/media-type.ts';
import type { WireRequest } from '../imitation/event.ts';
import type { Match } from '../imitation/routing.ts';
import { ofMediaType } from './answers.ts';
import type { DescribedOperation, DescribedParameter, DescribedSchema } from './document.ts';
import { wrongBy } from './schemas.ts';
import { fromText } from './texts.ts';

/** Parameters that came in headers, by name. */
function headerParameters(headers: WireRequest['headers']): ReadonlyMap<string, string> {
  return new Map(
    headers.flatMap(([name, value]) => {
      const [, parameter] = /^x-(?:service|arches)-(.+)$/.exec(name.toLowerCase()) ?? [];
      return parameter === undefined ? [] : [[parameter.replaceAll('-', '_'), value]];
    }),
  );
}

const holdsWord = (words: unknown, value: string): boolean =>
  Array.isArray(words) &&
  words.map((word) => String(word).toLowerCase()).includes(value.toLowerCase());

function wrongValue(
  { name, schema, allowEmptyValue }: DescribedParameter,
  value: string,
): readonly string[] {
  if (value === '' && allowEmptyValue === true) return [];
  // Where a greater number is answered, it was taken for the greatest (OGC API Features part 1, section 7.15.2); elsewhere it is refused.
  if (name === 'limit' && Number(value) > Number(schema['maximum'])) return [];
  // The types of geometries are described as GeoJSON has them, and taken in any letter case.
  if (name === 'type' && holdsWord(schema['enum'], value)) return [];
  const problem = wrongBy(schema, fromText(value, schema));
  return problem === undefined ? [] : [`the parameter ${name}: ${problem}`];
}

/** The value of a name in the query, in which a plus sign is one. */
function queryValue(url: URL, name: string): string | null {
  return new URLSearchParams(url.search.replaceAll('+', '%2B')).get(name);
}

/** What is wrong with the parameters of a request that was answered all the same. */
export function wrongParameters(
  { parameters }: DescribedOperation,
  { url, headers }: WireRequest,
  { pathParameters }: Match,
): readonly string[] {
  const inHeaders = headerParameters(headers);
  const inPath = Object.values(pathParameters);
  const path = parameters.filter((one) => one.in === 'path');
  const query = parameters.filter((one) => one.in === 'query');
  return [
    ...path.flatMap((one, place) => wrongValue(one, inPath[place] ?? '')),
    ...query.flatMap((one) => {
      const value = queryValue(url, one.name) ?? inHeaders.get(one.name);
      if (value !== undefined) return wrongValue(one, value);
      return one.required === true ? [`the parameter ${one.name} is missing`] : [];
    }),
  ];
}

/** The fields of a form, each as its schema says. */
function formFields(body: string, { properties }: DescribedSchema): unknown {
  const known = new Map<string, DescribedSchema>(Object.entries(Object(properties)));
  const fields = [...new URLSearchParams(body)].map(([name, value]) => [
    name,
    fromText(value, known.get(name) ?? {}),
  ]);
  return Object.fromEntries(fields);
}

/** What is wrong with the body of a request that was answered all the same. */
export function wrongSentBody(
  { body: described }: DescribedOperation,
  { body, headers, method }: WireRequest,
): readonly string[] {
  if (method !== 'POST' && method !== 'PUT') return [];
  if (body.length === 0) return described?.required === true ? ['the body is missing'] : [];
  if (described === undefined) return ['no body is described'];
  const sent = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  // In parts, in words: the description names the other form.
  if (sent.startsWith('multipart/form-data')) {
    const isForm = ofMediaType(described.content, encodedForm) !== undefined;
    return isForm ? [] : ['no form is described'];
  }
  // A text that nobody named is JSON, where that is taken; so is JSON of another kind than those that are described.
  const contentType = /^(text\/plain.*)?$/i.test(sent) ? 'application/json' : sent;
  const known =
    ofMediaType(described.content, contentType) ??
    (/\+json\b/i.test(contentType)
      ? ofMediaType(described.content, 'application/json')
      : undefined);
  if (known === undefined) return [`the media type ${contentType} is not described`];
  // Without a byte order mark, as the service reads it.
  const text = new TextDecoder().decode(body);
  const value = contentType.startsWith(encodedForm)
    ? formFields(text, known.schema)
    : JSON.parse(text);
  const problem = wrongBy(known.schema, value);
  return problem === undefined ? [] : [`the body that was sent: ${problem}`];
}
