import { gzipSync } from 'node:zlib';

import * as z from 'zod';

import type { WireRequest } from './proxy-event.ts';
import type { StreamedAnswer } from './streams.ts';
import type { RestApi } from './rest-api.ts';

/** A valid result of a proxy integration; any other result is a 502. */
const proxyResultSchema = z.strictObject({
  statusCode: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  multiValueHeaders: z
    .record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()])))
    .optional(),
  body: z.string().optional(),
  isBase64Encoded: z.boolean().optional(),
});

/** Headers of a function that API Gateway renames. */
const remappedHeaders = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'host',
  'server',
  'user-agent',
  'www-authenticate',
]);

const statusesWithoutBody = new Set([101, 204, 205, 304]);

function toClientHeaders(
  result: Pick<z.output<typeof proxyResultSchema>, 'headers' | 'multiValueHeaders'>,
  renamed: ReadonlySet<string> = remappedHeaders,
): Headers {
  const headers = new Headers();
  const single = Object.entries(result.headers ?? {}).map(
    ([name, value]) => [name, [value]] as const,
  );
  for (const [name, values] of [...single, ...Object.entries(result.multiValueHeaders ?? {})]) {
    const clientName = renamed.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name;
    for (const value of values) headers.append(clientName, String(value));
  }
  return headers;
}

function readHeader(request: WireRequest, lowerCaseName: string): string {
  return request.headers.find(([name]) => name.toLowerCase() === lowerCaseName)?.[1] ?? '';
}

/** Compresses the body if the caller accepts that and it is large enough. A response to HEAD has only the headers. */
function createResponse(
  status: number,
  headers: Headers,
  body: Buffer,
  request: WireRequest,
  { minimumCompressionSize = Number.POSITIVE_INFINITY }: RestApi,
): Response {
  if (statusesWithoutBody.has(status)) return new Response(null, { status, headers });
  const isCompressed =
    body.length >= minimumCompressionSize &&
    /\bgzip\b/.test(readHeader(request, 'accept-encoding'));
  const content = isCompressed ? gzipSync(body) : body;
  if (isCompressed) headers.set('content-encoding', 'gzip');
  headers.set('content-length', String(content.length));
  return new Response(request.method === 'HEAD' ? null : content, { status, headers });
}

/**
 * Converts the answer of a function to the response to the caller.
 * @param request its header Accept decides whether base64 is decoded
 * @throws ZodError if API Gateway would call the answer malformed
 */
export function proxyResponse(answer: unknown, request: WireRequest, api: RestApi): Response {
  const result = proxyResultSchema.parse(answer);
  const accept = readHeader(request, 'accept');
  const acceptsBinary = api.binaryMediaTypes.some(
    (type) => type === '*/*' || accept.startsWith(type),
  );
  const encoding = result.isBase64Encoded === true && acceptsBinary ? 'base64' : 'utf8';
  const headers = toClientHeaders(result);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return createResponse(
    result.statusCode,
    headers,
    Buffer.from(result.body ?? '', encoding),
    request,
    api,
  );
}

/** The Content-Length of a streaming function is kept, because API Gateway sends the headers before it knows the length. */
const remappedStreamHeaders = remappedHeaders.difference(new Set(['content-length']));

/** Converts a streamed answer to the response to the caller, which is never compressed. */
export function streamedResponse(
  { prelude, body }: StreamedAnswer,
  request: WireRequest,
): Response {
  const headers = toClientHeaders(prelude, remappedStreamHeaders);
  const init = { status: prelude.statusCode, headers };
  if (request.method !== 'HEAD' && !statusesWithoutBody.has(prelude.statusCode)) {
    return new Response(body, init);
  }
  void body.cancel();
  return new Response(null, init);
}

const defaultResponses: Readonly<
  Record<string, { readonly status: number; readonly message: string }>
> = {
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  INTEGRATION_FAILURE: { status: 502, message: 'Internal server error' },
};

/**
 * Creates a response of API Gateway itself, with the changes of the template.
 * @param type such as `MISSING_AUTHENTICATION_TOKEN`
 */
export function gatewayResponse(
  api: RestApi,
  type: string,
  requestId: string,
  request: WireRequest,
): Response {
  const { status, message } = defaultResponses[type] ?? {
    status: 500,
    message: 'Internal server error',
  };
  const defaultType = status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  const custom = api.gatewayResponses.get(type) ?? api.gatewayResponses.get(defaultType);
  const headers = new Headers({ 'content-type': 'application/json', 'x-amzn-ErrorType': type });
  for (const [name, value] of Object.entries(custom?.headers ?? {})) {
    const header = name.replace('gatewayresponse.header.', '');
    headers.set(header, value === 'context.requestId' ? requestId : value.replaceAll("'", ''));
  }
  const template = custom?.template ?? '{"message":$context.error.messageString}';
  const body = template
    .replaceAll('$context.error.messageString', JSON.stringify(message))
    .replaceAll('$context.requestId', requestId);
  return createResponse(custom?.status ?? status, headers, Buffer.from(body), request, api);
}
