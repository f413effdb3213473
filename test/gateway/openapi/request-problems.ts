import { multipartForm, urlEncodedForm } from '../../../lib/http/request/media-type.ts';
import type { WireRequest } from '../emulator/proxy-event.ts';
import type { RouteMatch } from '../emulator/routing.ts';
import { bodyForMediaType } from './response-problems.ts';
import type { DocumentedOperation, DocumentedParameter, DocumentedSchema } from './document.ts';
import { schemaProblem } from './schema-problem.ts';
import { parseTextBySchema } from './parse-text.ts';

/** Parameters in headers, by name. */
function headerParameters(headers: WireRequest['headers']): ReadonlyMap<string, string> {
  return new Map(
    headers.flatMap(([name, value]) => {
      const [, parameter] = /^x-(?:service|arches)-(.+)$/.exec(name.toLowerCase()) ?? [];
      return parameter === undefined ? [] : [[parameter.replaceAll('-', '_'), value]];
    }),
  );
}

const includesWord = (words: unknown, value: string): boolean =>
  Array.isArray(words) &&
  words.map((word) => String(word).toLowerCase()).includes(value.toLowerCase());

function parameterValueProblems(
  { name, schema, allowEmptyValue }: DocumentedParameter,
  value: string,
): readonly string[] {
  if (value === '' && allowEmptyValue === true) return [];
  // Some operations reduce a limit above the maximum (OGC API Features part 1, section 7.15.2); the others refuse it.
  if (name === 'limit' && Number(value) > Number(schema['maximum'])) return [];
  // Geometry types are documented as in GeoJSON, and accepted in any letter case.
  if (name === 'type' && includesWord(schema['enum'], value)) return [];
  const problem = schemaProblem(schema, parseTextBySchema(value, schema));
  return problem === undefined ? [] : [`the parameter ${name}: ${problem}`];
}

/** Unlike URLSearchParams, does not read a plus sign as a space. */
function queryValue(url: URL, name: string): string | null {
  return new URLSearchParams(url.search.replaceAll('+', '%2B')).get(name);
}

/** Problems with the parameters of a request that succeeded. */
export function parameterProblems(
  { parameters }: DocumentedOperation,
  { url, headers }: WireRequest,
  { pathParameters }: RouteMatch,
): readonly string[] {
  const headerValues = headerParameters(headers);
  const pathValues = Object.values(pathParameters);
  const documentedPath = parameters.filter((parameter) => parameter.in === 'path');
  const documentedQuery = parameters.filter((parameter) => parameter.in === 'query');
  return [
    ...documentedPath.flatMap((parameter, index) =>
      parameterValueProblems(parameter, pathValues[index] ?? ''),
    ),
    ...documentedQuery.flatMap((parameter) => {
      const value = queryValue(url, parameter.name) ?? headerValues.get(parameter.name);
      if (value !== undefined) return parameterValueProblems(parameter, value);
      return parameter.required === true ? [`the parameter ${parameter.name} is missing`] : [];
    }),
  ];
}

/** The fields of a form, each parsed by its schema. */
function formFields(body: string, { properties }: DocumentedSchema): unknown {
  const propertySchemas = new Map<string, DocumentedSchema>(Object.entries(Object(properties)));
  const fields = [...new URLSearchParams(body)].map(([name, value]) => [
    name,
    parseTextBySchema(value, propertySchemas.get(name) ?? {}),
  ]);
  return Object.fromEntries(fields);
}

/** Problems with the body of a request that succeeded. */
export function requestBodyProblems(
  { body: documentedBody }: DocumentedOperation,
  { body, headers, method }: WireRequest,
): readonly string[] {
  if (method !== 'POST' && method !== 'PUT') return [];
  if (body.length === 0) return documentedBody?.required === true ? ['the body is missing'] : [];
  if (documentedBody === undefined) return ['no body is described'];
  const sentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  // The document describes multipart forms as URL-encoded forms, unless they have a file.
  if (sentType.startsWith(multipartForm)) {
    const isForm = [urlEncodedForm, multipartForm].some(
      (type) => bodyForMediaType(documentedBody.content, type) !== undefined,
    );
    return isForm ? [] : ['no form is described'];
  }
  // A body without a media type is JSON if JSON is accepted, and so is JSON of undocumented media types.
  const contentType = /^(text\/plain.*)?$/i.test(sentType) ? 'application/json' : sentType;
  const documentedContent =
    bodyForMediaType(documentedBody.content, contentType) ??
    (/\+json\b/i.test(contentType)
      ? bodyForMediaType(documentedBody.content, 'application/json')
      : undefined);
  if (documentedContent === undefined) return [`the media type ${contentType} is not described`];
  // Without a byte order mark, as the service reads it.
  const text = new TextDecoder().decode(body);
  const value = contentType.startsWith(urlEncodedForm)
    ? formFields(text, documentedContent.schema)
    : JSON.parse(text);
  const problem = schemaProblem(documentedContent.schema, value);
  return problem === undefined ? [] : [`the body that was sent: ${problem}`];
}
