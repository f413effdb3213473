import type { APIGatewayProxyResult } from 'aws-lambda';

import { indentText, indented } from '../../serializers/indent.ts';
import type { Answer, Body } from './answer.ts';
import { AnswerTooLarge } from '../errors/errors.ts';

/** What Lambda takes as one buffered answer: 6 MB of JSON around the body, less some room for the headers. */
const bufferedLimit = 6 * 1024 * 1024 - 16 * 1024;

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /[/+]json\b/.test(contentType);
}

/** The body travels inside a JSON string, where each quote and line break takes a second byte. */
function fits(text: string): boolean {
  const bytes = Buffer.byteLength(text);
  if (bytes * 2 <= bufferedLimit) return true;
  return bytes <= bufferedLimit && Buffer.byteLength(JSON.stringify(text)) <= bufferedLimit;
}

async function whole(body: Body, advice: string | undefined): Promise<string> {
  if (typeof body === 'string') {
    if (!fits(body)) throw new AnswerTooLarge(advice);
    return body;
  }
  const parts: string[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += Buffer.byteLength(part);
    // Leaving the loop ends the source too: nothing is made that cannot be sent.
    if (bytes > bufferedLimit) throw new AnswerTooLarge(advice);
  }
  return whole(parts.join(''), advice);
}

/**
 * Makes an answer ready to be sent in one piece, indented if asked for. One to HEAD keeps its body: the gateway takes it off, and
 * tells its length.
 * @param answer what the operation gave
 * @param indent spaces of indentation, for JSON only; undefined leaves the text as it is
 * @param whenTooLarge how to ask for less, where the operation says so
 * @throws AnswerTooLarge when API Gateway could not carry it, and there is no shorter answer
 */
export async function buffered(
  answer: Answer,
  indent: number | undefined,
  whenTooLarge?: string,
): Promise<Answer> {
  const { shorter, ...full } = answer;
  try {
    return await wholeAnswer(full, indent, whenTooLarge);
  } catch (error) {
    if (error instanceof AnswerTooLarge && shorter !== undefined) return shorter;
    throw error;
  }
}

async function wholeAnswer(
  answer: Answer,
  indent: number | undefined,
  whenTooLarge: string | undefined,
): Promise<Answer> {
  const { body, ...rest } = answer;
  if (body === undefined) return rest;
  if (indent === undefined || !isJson(answer.contentType))
    return { ...rest, body: await whole(body, whenTooLarge) };
  const spaced = typeof body === 'string' ? indentText(body, indent) : indented(body, indent);
  return { ...rest, body: await whole(spaced, whenTooLarge) };
}

/**
 * The answer as API Gateway (REST, Lambda proxy) takes it.
 * @param answer with a whole body, as `buffered` gives it
 * @throws Error when the body still comes in parts
 */
export function toGatewayResult(answer: Answer): APIGatewayProxyResult {
  const { body = '' } = answer;
  if (typeof body !== 'string') throw new Error('The body was not made whole.');
  const type = answer.contentType === undefined ? {} : { 'Content-Type': answer.contentType };
  return {
    statusCode: answer.status,
    headers: { ...type, ...answer.headers },
    body,
    isBase64Encoded: false,
  };
}
