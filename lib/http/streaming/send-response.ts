import { once } from 'node:events';

import type { Context } from 'aws-lambda';

import { TimeExceeded } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { settings } from '../../settings.ts';
import type { HttpResponse } from '../responses/response.ts';
import { maxResponseBytes } from '../responses/limits.ts';
import { gatewayHeaders } from '../responses/response-body.ts';
import { millisecondsForErrorResponse } from '../responses/deadline.ts';
import { readHeader, type HttpRequest } from '../request/request.ts';
import { encodeWhole, chooseEncoding, type Encoding } from './encoding.ts';
import { startStream, type ResponseStream } from './lambda-runtime.ts';
import { sendChunks, type SentCounts } from './send-chunks.ts';

/** What is sent, to whom, and where that is told. */
export type OutgoingResponse = {
  readonly answer: HttpResponse;
  readonly request: HttpRequest;
  readonly log: Log;
  /** The most bytes that may be sent, where that is not what the settings say. */
  readonly mostBytes?: number;
};

/** An answer could not be finished after it was begun. Lambda tells the receiver of it, so it says nothing but the reason's code. */
export class ResponseAborted extends Error {
  readonly code = 'answer_cut';

  /** @param reason the code of what went wrong */
  constructor(reason: string) {
    super(`The answer was cut: ${reason}.`);
  }
}

/** The caller is gone, or at least nobody reads the answer any more. */
class CallerGone extends Error {
  readonly code = 'caller_gone';
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unexpected';
}

function acceptedEncoding(request: HttpRequest): string | undefined {
  return readHeader(request, 'accept-encoding');
}

/** Begins the answer. Every one of a function that compresses varies by what the caller takes, whether it was compressed or not. */
function begin(
  stream: ResponseStream,
  answer: HttpResponse,
  encoding: Encoding['name'],
  length: number | undefined,
): ResponseStream {
  const { Vary: varies, ...headers } = gatewayHeaders(answer);
  return startStream(stream, {
    statusCode: answer.status,
    headers: {
      ...headers,
      Vary: varies === undefined ? 'Accept-Encoding' : `${varies}, Accept-Encoding`,
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    },
  });
}

async function end(stream: ResponseStream, stopped: AbortSignal): Promise<void> {
  const finished = once(stream, 'finish', { signal: stopped });
  stream.end();
  await finished;
}

/** Statuses whose answers have no content, not even one of no length (RFC 9110, section 8.6). */
const withoutContent: ReadonlySet<number> = new Set([204, 304]);

async function sendWhole(
  body: string,
  { answer, request, log }: OutgoingResponse,
  stream: ResponseStream,
  stopped: AbortSignal,
): Promise<void> {
  const { name, bytes } = await encodeWhole(body, acceptedEncoding(request));
  const length = withoutContent.has(answer.status) ? undefined : bytes.length;
  const content = request.method === 'HEAD' ? Buffer.alloc(0) : bytes;
  log.note('bytes', () => content.length);
  const begun = begin(stream, answer, name, length);
  // The first write sends the headers, even where it has nothing in it.
  begun.write(content);
  await end(begun, stopped);
}

/** What is left to do where an answer cannot be finished: its text becomes unreadable, its end is not sent, and it is told. */
async function cut(
  error: unknown,
  { answer, log }: OutgoingResponse,
  stream: ResponseStream,
  encoding: Encoding,
): Promise<never> {
  const code = codeOf(error);
  log.note('cut', () => code);
  if (!(error instanceof CallerGone)) log.error(error);
  if (answer.abortText !== undefined && !stream.destroyed && !stream.writableEnded) {
    stream.write(await encoding.next(answer.abortText));
  }
  throw new ResponseAborted(code);
}

async function sendParts(
  parts: AsyncIterable<string>,
  outgoing: OutgoingResponse,
  stream: ResponseStream,
  stopped: AbortSignal,
): Promise<void> {
  const { answer, request, log } = outgoing;
  const encoding = chooseEncoding(acceptedEncoding(request));
  const source = parts[Symbol.asyncIterator]();
  const sent: SentCounts = { bytes: 0, chunks: 0 };
  log.note('bytes', () => sent.bytes);
  log.note('chunks', () => sent.chunks);
  const begun = begin(stream, answer, encoding.name, undefined);
  try {
    if (request.method === 'HEAD') begun.write('');
    else {
      const { mostBytes = maxResponseBytes({ ...settings(), answers: 'stream' }) } = outgoing;
      await sendChunks(source, begun, { encoding, maxBytes: mostBytes, stopped }, sent);
    }
    await end(begun, stopped);
  } catch (error) {
    await cut(stopped.aborted ? stopped.reason : error, outgoing, begun, encoding);
  } finally {
    // One that is still waiting for something ends when it has that: nobody waits for it.
    source.return?.().catch(log.error);
  }
}

/** Stops shortly before the process does, and when the stream is closed. */
function stopping(stream: ResponseStream, lambda: Context) {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TimeExceeded()),
    Math.max(0, lambda.getRemainingTimeInMillis() - millisecondsForErrorResponse),
  );
  const gone = (): void => controller.abort(new CallerGone('Nobody reads the answer any more.'));
  stream.once('close', gone);
  stream.once('error', gone);
  return {
    stopped: controller.signal,
    over: (): void => {
      clearTimeout(timer);
      stream.removeListener('close', gone);
    },
  };
}

/**
 * Sends an answer into the stream of Lambda, and writes the line of the request when that is over.
 * @param outgoing whose body, where it is in parts, has its first part made
 * @throws AnswerCut where it was begun and cannot be finished
 */
export async function sendResponse(
  outgoing: OutgoingResponse,
  stream: ResponseStream,
  lambda: Context,
): Promise<void> {
  const { body = '', status } = outgoing.answer;
  const { stopped, over } = stopping(stream, lambda);
  try {
    if (typeof body === 'string') await sendWhole(body, outgoing, stream, stopped);
    else await sendParts(body, outgoing, stream, stopped);
  } finally {
    over();
    outgoing.log.finish(status);
  }
}
