import { once } from 'node:events';

import type { Context } from 'aws-lambda';

import { errorCode, TimeExceeded } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { settings } from '../../settings.ts';
import type { HttpResponse } from '../responses/response.ts';
import { maxResponseBytes } from '../responses/limits.ts';
import { gatewayHeaders } from '../responses/response-body.ts';
import { millisecondsForErrorResponse } from '../responses/deadline.ts';
import { readHeader, type HttpRequest } from '../request/request.ts';
import { encodeBody, chooseEncoding, type Encoding } from './encoding.ts';
import { startStream, type ResponseStream } from './lambda-runtime.ts';
import { sendChunks, type SentCounts } from './send-chunks.ts';

export type OutgoingResponse = {
  readonly response: HttpResponse;
  readonly request: HttpRequest;
  readonly log: Log;
  /** Replaces the limit in the settings. */
  readonly maxBytes?: number;
};

/** A response was started and could not be finished. Lambda sends this message to the receiver, so it contains only a code. */
export class ResponseAborted extends Error {
  readonly code = 'answer_cut';

  /** @param reason the code of the error */
  constructor(reason: string) {
    super(`The response was aborted: ${reason}.`);
  }
}

/** The caller closed the connection. */
class CallerGone extends Error {
  readonly code = 'caller_gone';
}

function readAcceptEncoding(request: HttpRequest): string | undefined {
  return readHeader(request, 'accept-encoding');
}

/** Starts the response. `Vary` names Accept-Encoding even if this response is not compressed, because others of its URL can be. */
function startResponse(
  stream: ResponseStream,
  response: HttpResponse,
  encoding: Encoding['name'],
  length: number | undefined,
): ResponseStream {
  const { Vary: ownVary, ...headers } = gatewayHeaders(response);
  return startStream(stream, {
    statusCode: response.status,
    headers: {
      ...headers,
      Vary: ownVary === undefined ? 'Accept-Encoding' : `${ownVary}, Accept-Encoding`,
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    },
  });
}

async function endStream(stream: ResponseStream, abortSignal: AbortSignal): Promise<void> {
  const finishEvent = once(stream, 'finish', { signal: abortSignal });
  stream.end();
  await finishEvent;
}

/** Statuses without a body and without Content-Length (RFC 9110, section 8.6). */
const statusesWithoutContent: ReadonlySet<number> = new Set([204, 304]);

async function sendText(
  body: string,
  { response, request, log }: OutgoingResponse,
  stream: ResponseStream,
  abortSignal: AbortSignal,
): Promise<void> {
  const { name, bytes } = await encodeBody(body, readAcceptEncoding(request));
  const length = statusesWithoutContent.has(response.status) ? undefined : bytes.length;
  const content = request.method === 'HEAD' ? Buffer.alloc(0) : bytes;
  log.note('bytes', () => content.length);
  const startedStream = startResponse(stream, response, name, length);
  // The first write sends the headers, even if it is empty.
  startedStream.write(content);
  await endStream(startedStream, abortSignal);
}

/** Aborts a response: makes its text invalid, does not send its end, and logs the reason. */
async function abortResponse(
  error: unknown,
  { response, log }: OutgoingResponse,
  stream: ResponseStream,
  encoding: Encoding,
): Promise<never> {
  const code = errorCode(error) ?? 'unexpected';
  log.note('cut', () => code);
  if (!(error instanceof CallerGone)) {
    log.note('ServerErrors', () => 1);
    log.error(error);
  }
  if (response.abortText !== undefined && !stream.destroyed && !stream.writableEnded) {
    stream.write(await encoding.next(response.abortText));
  }
  throw new ResponseAborted(code);
}

async function sendParts(
  parts: AsyncIterable<string>,
  outgoing: OutgoingResponse,
  stream: ResponseStream,
  abortSignal: AbortSignal,
): Promise<void> {
  const { response, request, log } = outgoing;
  const encoding = chooseEncoding(readAcceptEncoding(request));
  const source = parts[Symbol.asyncIterator]();
  const counts: SentCounts = { bytes: 0, chunks: 0 };
  log.note('bytes', () => counts.bytes);
  log.note('chunks', () => counts.chunks);
  const startedStream = startResponse(stream, response, encoding.name, undefined);
  try {
    if (request.method === 'HEAD') startedStream.write('');
    else {
      const { maxBytes = maxResponseBytes({ ...settings(), responseMode: 'stream' }) } = outgoing;
      await sendChunks(
        source,
        startedStream,
        { encoding, maxBytes, abortSignal: abortSignal },
        counts,
      );
    }
    await endStream(startedStream, abortSignal);
  } catch (error) {
    await abortResponse(
      abortSignal.aborted ? abortSignal.reason : error,
      outgoing,
      startedStream,
      encoding,
    );
  } finally {
    // Not awaited, because the generator may still wait for the database.
    source.return?.().catch(log.error);
  }
}

/** Aborts shortly before Lambda stops the process, and when the stream is closed. */
function watchForAbort(stream: ResponseStream, lambda: Context) {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TimeExceeded()),
    Math.max(0, lambda.getRemainingTimeInMillis() - millisecondsForErrorResponse),
  );
  const onClosed = (): void =>
    controller.abort(new CallerGone('The caller closed the connection.'));
  stream.once('close', onClosed);
  stream.once('error', onClosed);
  return {
    abortSignal: controller.signal,
    dispose: (): void => {
      clearTimeout(timer);
      stream.removeListener('close', onClosed);
    },
  };
}

/**
 * Writes a response to the Lambda stream, and then the log line of the request.
 * @param outgoing as returned by a request lifecycle
 * @throws ResponseAborted if the response was started and cannot be finished
 */
export async function sendResponse(
  outgoing: OutgoingResponse,
  stream: ResponseStream,
  lambda: Context,
): Promise<void> {
  const { body = '', status } = outgoing.response;
  const { abortSignal, dispose } = watchForAbort(stream, lambda);
  try {
    if (typeof body === 'string') await sendText(body, outgoing, stream, abortSignal);
    else await sendParts(body, outgoing, stream, abortSignal);
  } finally {
    dispose();
    outgoing.log.finish(status);
  }
}
