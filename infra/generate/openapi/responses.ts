import * as z from 'zod';

import { responseHeaders, type ResponseHeaderName } from '../../../lib/http/description/headers.ts';
import {
  mayServeGuest,
  hasDataPage,
  listPathVariables,
  canUseToken,
  type ResponseDescription,
  type Operation,
} from '../../../lib/http/operation.ts';
import { formerSearchError, oauthError, problem } from '../../../lib/http/schemas/errors.ts';
import { findResponseSchemas, type SchemasByMediaType } from './content.ts';
import type { DocumentContext } from './described-operation.ts';
import { selectResponseExamples } from './examples.ts';
import { nameResponse } from './response-names.ts';
import type { NamedResponse } from './shared-responses.ts';

/** The headers of every response, described once. */
const commonHeaders = ['X-Request-Id', 'Vary', 'Cache-Control', 'Pragma'] as const;
const corsHeaders = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;

const pageHeaders = ['Set-Cookie', 'Content-Language'] as const;

/** The headers that the name of a response does not tell: most responses have them. */
const unnamedHeaders: ReadonlySet<string> = new Set([...commonHeaders, 'ETag']);

type Reference = { readonly $ref: string };

const headerReference = (name: ResponseHeaderName): Reference => ({
  $ref: `#/components/headers/${name}`,
});

/** Returns the header components: every header of the responses of the API. */
export function listHeaderComponents(): Readonly<Record<string, unknown>> {
  return responseHeaders;
}

/** Describes a 401 of an operation that accepts tokens. */
function describeUnauthorized(operation: Operation): string {
  if (operation.access === 'optional-token') return 'The token is not valid.';
  return mayServeGuest(operation)
    ? 'There is no token and Guest may read nothing, or the token is not valid.'
    : 'There is no token, or it is not valid.';
}

/** Describes the statuses that an operation has without declaring them. */
function describeDefaultResponses(operation: Operation): Readonly<Record<string, string>> {
  const { capability, parameters, formats, method, path, form, parametersInBody } = operation;
  const hasBody = method === 'POST' || method === 'PUT';
  const isVersioned = operation.requestHeaders?.includes('If-Match') === true;
  return {
    ...(Object.keys(parameters.shape).length > 0 || hasBody
      ? { 400: 'The request is not valid. All errors are listed.' }
      : {}),
    ...(hasDataPage(operation)
      ? {
          303: 'Redirect of a browser: to the sign-in, or without the cookie of a session that has ended.',
        }
      : {}),
    ...(canUseToken(operation)
      ? {
          401: describeUnauthorized(operation),
          403: 'The scope of the token does not include this operation.',
        }
      : {}),
    ...(listPathVariables(path).length > 0 ? { 404: 'There is nothing at this path.' } : {}),
    ...(formats === undefined ? {} : { 406: 'The operation does not have this format.' }),
    ...(isVersioned
      ? {
          412: 'The object has changed since the version in If-Match.',
          428: 'The header If-Match is required.',
        }
      : {}),
    ...(operation.tooLargeHint === undefined ? {} : { 413: 'The response is too large.' }),
    ...(hasBody ? { 413: 'The body is too large.' } : {}),
    ...(form !== undefined || parametersInBody
      ? { 415: 'The operation does not accept this media type. The error lists the accepted ones.' }
      : {}),
    ...(capability === 'none'
      ? {}
      : {
          503: 'The database is not available now, or the response took too long: try again later.',
        }),
    500: 'The service failed to respond.',
  };
}

/** Returns the schema of an error that API Gateway can send with a status: a problem document, whatever the operation. */
function createGatewayContent(status: string): SchemasByMediaType {
  return /^(413|429|5..)$/.test(status) ? { 'application/problem+json': problem } : {};
}

/** Returns the schemas of the body of an error response. */
function createErrorContent(operation: Operation, status: string): SchemasByMediaType {
  const gatewayErrors = createGatewayContent(status);
  if (operation.access === 'session') return { 'text/html': z.string(), ...gatewayErrors };
  if (operation.errorFormat === 'text') return { 'text/plain': z.string(), ...gatewayErrors };
  if (operation.errorFormat === 'former-search')
    return { 'application/json': formerSearchError, ...gatewayErrors };
  if (operation.errorFormat === 'oauth')
    return { 'application/json': oauthError, 'application/problem+json': problem };
  if (hasDataPage(operation))
    return { 'application/problem+json': problem, 'text/html': z.string() };
  return { 'application/problem+json': problem };
}

const requiredHeaders: Readonly<Record<string, readonly ResponseHeaderName[]>> = {
  201: ['Location'],
  303: ['Location'],
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Lists the headers of a response with a status, except the common ones. */
function listHeaderNames(
  { responses }: Operation,
  status: string,
  { headers = [] }: ResponseDescription,
): readonly ResponseHeaderName[] {
  const successResponse = responses[200];
  const successHeaders = typeof successResponse === 'object' ? (successResponse.headers ?? []) : [];
  const isCacheable = 304 in responses && (status === '200' || status === '304');
  // A deprecated operation has the headers of its 200 in every response.
  const deprecationHeaders = successHeaders.includes('Deprecation') ? successHeaders : [];
  return [
    ...(requiredHeaders[status] ?? []),
    ...(isCacheable ? (['ETag', ...successHeaders] as const) : deprecationHeaders),
    ...headers,
  ];
}

function createResponse(
  operation: Operation,
  status: string,
  declared: ResponseDescription,
  { writer, examples }: DocumentContext,
): NamedResponse {
  const content =
    status >= '400' && declared.body === undefined
      ? createErrorContent(operation, status)
      : { ...findResponseSchemas(operation, declared), ...createGatewayContent(status) };
  const accessHeaders =
    operation.access === 'session'
      ? pageHeaders
      : [...corsHeaders, ...(hasDataPage(operation) ? pageHeaders : [])];
  const ownHeaders = listHeaderNames(operation, status, declared);
  const headers = [...ownHeaders, ...commonHeaders, ...accessHeaders];
  const bodies = Object.entries(content).map(([mediaType, schema]) => [
    mediaType,
    {
      schema: writer.write(schema, 'output'),
      ...selectResponseExamples(examples, operation.id, status, mediaType),
    },
  ]);
  const namedHeaders = ownHeaders.filter(
    (name) => !unnamedHeaders.has(name) && requiredHeaders[status]?.includes(name) !== true,
  );
  return {
    name: nameResponse(operation, status, declared, namedHeaders),
    object: {
      description: declared.description,
      headers: Object.fromEntries(headers.map((name) => [name, headerReference(name)])),
      ...(bodies.length === 0 ? {} : { content: Object.fromEntries(bodies) }),
    },
  };
}

/** Creates the responses of an operation by status. */
export function createResponses(
  operation: Operation,
  context: DocumentContext,
): Readonly<Record<string, NamedResponse>> {
  const responses: Readonly<Record<string, string | ResponseDescription>> = {
    ...describeDefaultResponses(operation),
    ...operation.responses,
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, description]) => [
      status,
      createResponse(
        operation,
        status,
        typeof description === 'string' ? { description } : description,
        context,
      ),
    ]),
  );
}
