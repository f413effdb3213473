import type { APIGatewayProxyResult } from 'aws-lambda';

import { indentText, indentChunks } from '../../serializers/indent.ts';
import type { HttpResponse, ResponseBody } from './response.ts';
import { ResponseTooLarge } from '../errors/errors.ts';
import { bufferedLimit, isWithinLimit, type ResponseLimit } from './limits.ts';

/** What decides how an answer is made ready. */
export type BodyOptions = {
  /** Spaces of indentation, for JSON only; left out, the text stays as it is. */
  readonly indent?: number | undefined;
  /** How to ask for less, where the operation says so. */
  readonly tooLargeAdvice?: string | (() => string) | undefined;
  readonly limit?: ResponseLimit;
};

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /[/+]json(?![\w-])/.test(contentType);
}

function inForm(
  body: ResponseBody,
  { contentType }: HttpResponse,
  { indent }: BodyOptions,
): ResponseBody {
  if (indent === undefined || !isJson(contentType)) return body;
  return typeof body === 'string' ? indentText(body, indent) : indentChunks(body, indent);
}

function tooLarge({
  limit = bufferedLimit,
  tooLargeAdvice: whenTooLarge,
}: BodyOptions): ResponseTooLarge {
  const advice = typeof whenTooLarge === 'function' ? whenTooLarge() : whenTooLarge;
  return new ResponseTooLarge(advice, limit.maxBytes);
}

async function whole(body: ResponseBody, form: BodyOptions): Promise<string> {
  const { limit = bufferedLimit } = form;
  if (typeof body === 'string') {
    if (!isWithinLimit(body, limit)) throw tooLarge(form);
    return body;
  }
  const parts: string[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += Buffer.byteLength(part);
    // Leaving the loop ends the source too: nothing is made that cannot be sent.
    if (bytes > limit.maxBytes) throw tooLarge(form);
  }
  return whole(parts.join(''), form);
}

/**
 * Makes the first of some parts, so that what fails until then can still be told of.
 * @returns all the parts, of which the first is there; ending it ends the source
 */
async function begun(parts: AsyncIterable<string>): Promise<AsyncIterableIterator<string>> {
  const source = parts[Symbol.asyncIterator]();
  let first: IteratorResult<string> | undefined = await source.next();
  const resumed: AsyncIterableIterator<string> = {
    next: async () => {
      const made = first ?? (await source.next());
      first = undefined;
      return made;
    },
    return: async () => {
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => resumed,
  };
  return resumed;
}

/** The answer with its body as `make` gives it; where that is too large the shorter answer, if there is one. */
async function ready(
  { fallback: shorter, body, tooLargeAdvice: whenTooLarge, ...rest }: HttpResponse,
  general: BodyOptions,
  make: (body: ResponseBody, form: BodyOptions) => Promise<ResponseBody>,
): Promise<HttpResponse> {
  if (body === undefined) return rest;
  const form = whenTooLarge === undefined ? general : { ...general, whenTooLarge };
  try {
    return { ...rest, body: await make(inForm(body, rest, form), form) };
  } catch (error) {
    if (error instanceof ResponseTooLarge && shorter !== undefined) return shorter;
    throw error;
  }
}

/**
 * Makes an answer ready to be sent in one piece. One to HEAD keeps its body: the gateway takes it off, and tells its length.
 * @param answer what the operation gave
 * @throws AnswerTooLarge when it is over the limit, and there is no shorter answer
 */
export async function bufferBody(
  answer: HttpResponse,
  form: BodyOptions = {},
): Promise<HttpResponse> {
  return ready(answer, form, whole);
}

/**
 * Makes an answer ready to be sent as it is made: of a body in parts the first is there.
 * @param answer what the operation gave
 * @throws AnswerTooLarge when a text is over the limit, and there is no shorter answer; and whatever the first part throws
 */
export async function startBody(answer: HttpResponse, form: BodyOptions): Promise<HttpResponse> {
  return ready(answer, form, async (body, own) =>
    typeof body === 'string' ? whole(body, own) : begun(body),
  );
}

/** The fields of the header as they go out, but for those of whoever sends it. No answer is taken for another type than its own. */
export function gatewayHeaders({ contentType, headers }: HttpResponse): Record<string, string> {
  return {
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  };
}

/**
 * The answer as API Gateway (REST, Lambda proxy) takes it.
 * @param answer with a whole body, as `inOnePiece` gives it
 * @throws Error when the body still comes in parts
 */
export function toGatewayResult(answer: HttpResponse): APIGatewayProxyResult {
  const { body = '' } = answer;
  if (typeof body !== 'string') throw new Error('The body was not made whole.');
  return {
    statusCode: answer.status,
    headers: gatewayHeaders(answer),
    body,
    isBase64Encoded: false,
  };
}
