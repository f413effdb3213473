import * as z from 'zod';

import { describedHeaders, type HeaderName } from '../../../lib/http/described-headers.ts';
import type { DescribedResponse, Operation } from '../../../lib/http/operation.ts';
import { oauthError, problem } from '../../../lib/http/schemas/errors.ts';
import { answerContent, type Content } from './content.ts';
import type { Writing } from './described-operation.ts';
import { answerExamples } from './examples.ts';

/** The headers that every answer may have: they are described once. */
const common = ['X-Request-Id', 'Vary', 'Cache-Control', 'Pragma'] as const;
const ofOtherOrigins = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;

type Reference = { readonly $ref: string };

const headerReference = (name: HeaderName): Reference => ({ $ref: `#/components/headers/${name}` });

/** The components for headers: each that an answer may have. */
export function headerComponents(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(describedHeaders).map(([name, { meaning, schema }]) => [
      name,
      { description: meaning, schema },
    ]),
  );
}

/** The statuses that an operation has besides those that it names, and what they mean. */
function usualResponses(operation: Operation): Readonly<Record<string, string>> {
  const { access, capability, parameters, formats, method } = operation;
  const takesToken = access === 'open' || access === 'secured';
  const takesBody = method === 'POST' || method === 'PUT';
  return {
    ...(Object.keys(parameters).length > 0 || takesBody
      ? { 400: 'The request is not valid; everything that is wrong is listed.' }
      : {}),
    ...(takesToken
      ? {
          401:
            access === 'secured'
              ? 'There is no token and Guest may read nothing, or the token is not valid.'
              : 'The token is not valid.',
          403: 'The token is for less than this.',
        }
      : {}),
    ...(formats === undefined ? {} : { 406: 'The format is not one of this operation.' }),
    ...(takesBody ? { 413: 'The body is too large.' } : {}),
    ...(capability === 'none'
      ? {}
      : { 503: 'The database cannot be asked now, or the answer took too long: try again later.' }),
    '5XX': 'The service failed to answer.',
  };
}

/** How an operation tells errors. */
function errorContent(operation: Operation, status: string): Content {
  // What the gateway says itself is a problem document everywhere.
  const byGateway: Content = /^(413|429|5..)$/.test(status)
    ? { 'application/problem+json': problem }
    : {};
  if (operation.access === 'session') return { 'text/html': z.string(), ...byGateway };
  if (operation.errorForm === 'text') return { 'text/plain': z.string(), ...byGateway };
  if (operation.errorForm === 'oauth')
    return { 'application/json': oauthError, 'application/problem+json': problem };
  return { 'application/problem+json': problem };
}

const neededHeaders: Readonly<Record<string, readonly HeaderName[]>> = {
  201: ['Location'],
  303: ['Location'],
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The headers of a status that mean something for a caller. */
function headerNames(
  operation: Operation,
  status: string,
  { headers = [] }: DescribedResponse,
): readonly HeaderName[] {
  const isKept = 304 in operation.responses && (status === '200' || status === '304');
  return [...(neededHeaders[status] ?? []), ...(isKept ? (['ETag'] as const) : []), ...headers];
}

function response(
  operation: Operation,
  status: string,
  said: DescribedResponse,
  { writer, examples }: Writing,
) {
  const content =
    Number.parseInt(status, 10) >= 400 && said.body === undefined
      ? errorContent(operation, status)
      : answerContent(operation, said);
  const shared = operation.access === 'session' ? [] : ofOtherOrigins;
  const headers = [...headerNames(operation, status, said), ...common, ...shared];
  const bodies = Object.entries(content).map(([mediaType, schema]) => [
    mediaType,
    {
      schema: writer.write(schema, 'output'),
      ...answerExamples(examples, operation.id, status, mediaType),
    },
  ]);
  return {
    description: said.meaning,
    headers: Object.fromEntries(headers.map((name) => [name, headerReference(name)])),
    ...(bodies.length === 0 ? {} : { content: Object.fromEntries(bodies) }),
  };
}

/** What an operation may answer, by status. */
export function responses(
  operation: Operation,
  writing: Writing,
): Readonly<Record<string, unknown>> {
  const said: Readonly<Record<string, string | DescribedResponse>> = {
    ...usualResponses(operation),
    ...operation.responses,
  };
  return Object.fromEntries(
    Object.entries(said).map(([status, meaning]) => [
      status,
      response(operation, status, typeof meaning === 'string' ? { meaning } : meaning, writing),
    ]),
  );
}
