import type { APIGatewayProxyResult } from 'aws-lambda';

import { indentJsonString, indentJsonParts } from '../../serializers/indent-json.ts';
import {
  isCompleteBody,
  securityHeaders,
  type CompleteBody,
  type HttpResponse,
  type ResponseBody,
} from './response.ts';
import { validSettings, type SettingsResult } from '../../settings.ts';
import { ResponseTooLarge } from '../errors/errors.ts';
import { bufferedLimit, isWithinLimit, type ResponseLimit } from './limits.ts';

export type BodyOptions = {
  /** Spaces of indentation, for JSON only. */
  readonly indent?: number | undefined;
  /** How to request less if the body is too large. */
  readonly tooLargeHint?: string | (() => string) | undefined;
  readonly limit?: ResponseLimit;
};

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /[/+]json(?![\w-])/.test(contentType);
}

function indentJson(
  body: ResponseBody,
  { contentType }: HttpResponse,
  { indent }: BodyOptions,
): ResponseBody {
  if (indent === undefined || !isJson(contentType) || Buffer.isBuffer(body)) return body;
  return typeof body === 'string' ? indentJsonString(body, indent) : indentJsonParts(body, indent);
}

function tooLargeError({ limit = bufferedLimit, tooLargeHint }: BodyOptions): ResponseTooLarge {
  const hint = typeof tooLargeHint === 'function' ? tooLargeHint() : tooLargeHint;
  return new ResponseTooLarge(hint, limit.maxBytes);
}

async function collectBody(body: ResponseBody, options: BodyOptions): Promise<CompleteBody> {
  const { limit = bufferedLimit } = options;
  if (isCompleteBody(body)) {
    if (!isWithinLimit(body, limit)) throw tooLargeError(options);
    return body;
  }
  const parts: string[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += Buffer.byteLength(part);
    // Throwing also ends the generator, so that it does not make parts that cannot be sent.
    if (bytes > limit.maxBytes) throw tooLargeError(options);
  }
  return collectBody(parts.join(''), options);
}

/**
 * Waits for the first part of a body, because an error before it can still change the status.
 * @returns an iterator over all parts; ending it ends the source
 */
async function startParts(parts: AsyncIterable<string>): Promise<AsyncIterableIterator<string>> {
  const source = parts[Symbol.asyncIterator]();
  let firstResult: IteratorResult<string> | undefined = await source.next();
  const allParts: AsyncIterableIterator<string> = {
    next: async () => {
      const result = firstResult ?? (await source.next());
      firstResult = undefined;
      return result;
    },
    return: async () => {
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => allParts,
  };
  return allParts;
}

/** Replaces the body with the result of `makeBody`. If it is too large, returns the fallback of the response. */
async function prepareBody(
  { fallback, body, tooLargeHint, ...rest }: HttpResponse,
  operationOptions: BodyOptions,
  makeBody: (body: ResponseBody, options: BodyOptions) => Promise<ResponseBody>,
): Promise<HttpResponse> {
  if (body === undefined) return rest;
  const options: BodyOptions =
    tooLargeHint === undefined ? operationOptions : { ...operationOptions, tooLargeHint };
  try {
    return { ...rest, body: await makeBody(indentJson(body, rest, options), options) };
  } catch (error) {
    if (error instanceof ResponseTooLarge && fallback !== undefined) return fallback;
    throw error;
  }
}

/**
 * Collects the body of a response into one string or buffer. Responses to HEAD keep their body: API Gateway removes it and sends its length.
 * @throws ResponseTooLarge if it is over the limit and there is no fallback
 */
export async function bufferBody(
  response: HttpResponse,
  options: BodyOptions = {},
): Promise<HttpResponse> {
  return prepareBody(response, options, collectBody);
}

/**
 * Prepares a response for streaming: waits for the first part of a body in parts.
 * @throws ResponseTooLarge if a complete body is over the limit and there is no fallback; and the errors of the first part
 */
export async function startBody(
  response: HttpResponse,
  options: BodyOptions,
): Promise<HttpResponse> {
  return prepareBody(response, options, async (body, bodyOptions) =>
    isCompleteBody(body) ? collectBody(body, bodyOptions) : startParts(body),
  );
}

/**
 * The headers of a response, with those that protect browsers.
 * @rule Responses: Which headers does every response have?
 */
export function gatewayHeaders(
  { contentType, headers }: HttpResponse,
  settings: SettingsResult,
): Record<string, string> {
  return {
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    ...securityHeaders(validSettings(settings)),
    ...headers,
  };
}

/**
 * Makes the result for API Gateway (REST, Lambda proxy).
 * @throws Error if the body is still in parts
 */
export function toGatewayResult(
  response: HttpResponse,
  settings: SettingsResult,
): APIGatewayProxyResult {
  const { body = '' } = response;
  if (!isCompleteBody(body)) throw new Error('Buffer the body before the response is sent.');
  return {
    statusCode: response.status,
    headers: gatewayHeaders(response, settings),
    body: typeof body === 'string' ? body : body.toString('base64'),
    isBase64Encoded: typeof body !== 'string',
  };
}
