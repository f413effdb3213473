import type { APIGatewayProxyResult } from 'aws-lambda';

import { indentText, indented } from '../../serializers/indent.ts';
import type { Answer, Body } from './answer.ts';
import { AnswerTooLarge } from '../errors/errors.ts';
import { bufferedLimit, fits, type AnswerLimit } from './limits.ts';

/** What decides how an answer is made ready. */
export type AnswerForm = {
  /** Spaces of indentation, for JSON only; left out, the text stays as it is. */
  readonly indent?: number | undefined;
  /** How to ask for less, where the operation says so. */
  readonly whenTooLarge?: string | (() => string) | undefined;
  readonly limit?: AnswerLimit;
};

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /[/+]json(?![\w-])/.test(contentType);
}

function inForm(body: Body, { contentType }: Answer, { indent }: AnswerForm): Body {
  if (indent === undefined || !isJson(contentType)) return body;
  return typeof body === 'string' ? indentText(body, indent) : indented(body, indent);
}

function tooLarge({ limit = bufferedLimit, whenTooLarge }: AnswerForm): AnswerTooLarge {
  const advice = typeof whenTooLarge === 'function' ? whenTooLarge() : whenTooLarge;
  return new AnswerTooLarge(advice, limit.mostBytes);
}

async function whole(body: Body, form: AnswerForm): Promise<string> {
  const { limit = bufferedLimit } = form;
  if (typeof body === 'string') {
    if (!fits(body, limit)) throw tooLarge(form);
    return body;
  }
  const parts: string[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += Buffer.byteLength(part);
    // Leaving the loop ends the source too: nothing is made that cannot be sent.
    if (bytes > limit.mostBytes) throw tooLarge(form);
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
  { shorter, body, whenTooLarge, ...rest }: Answer,
  general: AnswerForm,
  make: (body: Body, form: AnswerForm) => Promise<Body>,
): Promise<Answer> {
  if (body === undefined) return rest;
  const form = whenTooLarge === undefined ? general : { ...general, whenTooLarge };
  try {
    return { ...rest, body: await make(inForm(body, rest, form), form) };
  } catch (error) {
    if (error instanceof AnswerTooLarge && shorter !== undefined) return shorter;
    throw error;
  }
}

/**
 * Makes an answer ready to be sent in one piece. One to HEAD keeps its body: the gateway takes it off, and tells its length.
 * @param answer what the operation gave
 * @throws AnswerTooLarge when it is over the limit, and there is no shorter answer
 */
export async function inOnePiece(answer: Answer, form: AnswerForm = {}): Promise<Answer> {
  return ready(answer, form, whole);
}

/**
 * Makes an answer ready to be sent as it is made: of a body in parts the first is there.
 * @param answer what the operation gave
 * @throws AnswerTooLarge when a text is over the limit, and there is no shorter answer; and whatever the first part throws
 */
export async function inPieces(answer: Answer, form: AnswerForm): Promise<Answer> {
  return ready(answer, form, async (body, own) =>
    typeof body === 'string' ? whole(body, own) : begun(body),
  );
}

/** The fields of the header as they go out, but for those of whoever sends it. No answer is taken for another type than its own. */
export function outwardHeaders({ contentType, headers }: Answer): Record<string, string> {
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
export function toGatewayResult(answer: Answer): APIGatewayProxyResult {
  const { body = '' } = answer;
  if (typeof body !== 'string') throw new Error('The body was not made whole.');
  return {
    statusCode: answer.status,
    headers: outwardHeaders(answer),
    body,
    isBase64Encoded: false,
  };
}
