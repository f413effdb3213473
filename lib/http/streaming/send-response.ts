import { once } from 'node:events';

import type { Context } from 'aws-lambda';

import { errorCode } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { requireSettings, validSettings, type SettingsResult } from '../../settings.ts';
import { isCompleteBody, type CompleteBody, type HttpResponse } from '../responses/response.ts';
import { maxResponseBytes } from '../responses/limits.ts';
import { gatewayHeaders } from '../responses/response-body.ts';
import { readHeader, type HttpRequest } from '../request/request.ts';
import { encodeBody, chooseEncoding, type Encoding } from './encoding.ts';
import { startStream, type ResponseStream } from './lambda-runtime.ts';
import { ReaderTooSlow } from './reader-pace.ts';
import { sendChunks, writeBytes, type SentCounts } from './send-chunks.ts';
import { CallerGone, watchTransfer, type Transfer } from './transfer.ts';

export type OutgoingResponse = {
  readonly response: HttpResponse;
  readonly request: HttpRequest;
  readonly log: Log;
  readonly settings: SettingsResult;
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

function readAcceptEncoding(request: HttpRequest): string | undefined {
  return readHeader(request, 'accept-encoding');
}

/** Starts the response. `Vary` names Accept-Encoding even if this response is not compressed, because other responses of its URL can be. */
function startResponse(
  stream: ResponseStream,
  { response, settings }: Pick<OutgoingResponse, 'response' | 'settings'>,
  encoding: Encoding['name'],
  length: number | undefined,
): ResponseStream {
  const { Vary: responseVary, ...headers } = gatewayHeaders(response, settings);
  return startStream(stream, {
    statusCode: response.status,
    headers: {
      ...headers,
      Vary: responseVary === undefined ? 'Accept-Encoding' : `${responseVary}, Accept-Encoding`,
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    },
  });
}

async function endStream(stream: ResponseStream, { abortSignal, pace }: Transfer): Promise<void> {
  const finishEvent = once(stream, 'finish', { signal: abortSignal });
  stream.end();
  await pace.waitForReader(finishEvent);
}

/** Statuses without a body and without Content-Length (RFC 9110, section 8.6). */
const statusesWithoutContent: ReadonlySet<number> = new Set([204, 304]);

async function sendComplete(
  body: CompleteBody,
  outgoing: OutgoingResponse,
  stream: ResponseStream,
  transfer: Transfer,
): Promise<void> {
  const { response, request, log } = outgoing;
  const { name: encoding, bytes } = await encodeBody(body, readAcceptEncoding(request));
  const length = statusesWithoutContent.has(response.status) ? undefined : bytes.length;
  const content = request.method === 'HEAD' ? Buffer.alloc(0) : bytes;
  log.addField('bytes', () => content.length);
  const startedStream = startResponse(stream, outgoing, encoding, length);
  try {
    await writeBytes(startedStream, content, transfer);
    await endStream(startedStream, transfer);
  } catch (error) {
    abortResponse(error, transfer, log, startedStream);
  }
}

/** Logs why a response cannot be finished, and destroys the stream if the reader is too slow. @throws ResponseAborted always */
function abortResponse(
  thrown: unknown,
  { abortSignal }: Transfer,
  log: Log,
  stream: ResponseStream,
): never {
  const error: unknown = abortSignal.aborted ? abortSignal.reason : thrown;
  const code = errorCode(error) ?? 'unexpected';
  log.addField('cut', () => code);
  if (!(error instanceof CallerGone)) {
    log.addField('ServerErrors', () => 1);
    // API Gateway counts the status, which is that of a complete response. A slow reader is no failure of the service.
    if (!(error instanceof ReaderTooSlow)) log.addField('Truncations', () => 1);
    log.error(error);
  }
  // Otherwise the bytes that are buffered for a reader that takes nothing would keep the function running.
  if (error instanceof ReaderTooSlow) stream.destroy();
  throw new ResponseAborted(code);
}

async function sendParts(
  parts: AsyncIterable<string>,
  outgoing: OutgoingResponse,
  stream: ResponseStream,
  transfer: Transfer,
): Promise<void> {
  const { response, request, log } = outgoing;
  const encoding = chooseEncoding(readAcceptEncoding(request));
  const source = parts[Symbol.asyncIterator]();
  const counts: SentCounts = { bytes: 0, chunks: 0 };
  log.addField('bytes', () => counts.bytes);
  log.addField('chunks', () => counts.chunks);
  const startedStream = startResponse(stream, outgoing, encoding.name, undefined);
  try {
    if (request.method === 'HEAD') startedStream.write('');
    else {
      const settings = requireSettings(outgoing.settings);
      const { maxBytes = maxResponseBytes({ ...settings, responseMode: 'stream' }) } = outgoing;
      await sendChunks(source, startedStream, { encoding, maxBytes, ...transfer }, counts);
    }
    await endStream(startedStream, transfer);
  } catch (error) {
    // The abort text makes the body invalid. The end of the encoding is not sent.
    if (
      response.abortText !== undefined &&
      !startedStream.destroyed &&
      !startedStream.writableEnded
    ) {
      startedStream.write(await encoding.encodeChunk(response.abortText));
    }
    abortResponse(error, transfer, log, startedStream);
  } finally {
    // Not awaited, because the generator may still wait for the database.
    source.return?.().catch(log.error);
  }
}

/**
 * Writes a response to the Lambda stream, and then the log line of the request.
 * @rule Responses: What happens to a stream that cannot be finished?
 * @rule Responses: Which reader of a stream is too slow, and how is its stream ended?
 * @param outgoing as returned by a request lifecycle
 * @throws ResponseAborted if the response was started and cannot be finished
 */
export async function sendResponse(
  outgoing: OutgoingResponse,
  stream: ResponseStream,
  lambdaContext: Context,
): Promise<void> {
  const { response, settings } = outgoing;
  const { body = '', status } = response;
  const { transfer, dispose } = watchTransfer(stream, lambdaContext, settings);
  try {
    if (isCompleteBody(body)) await sendComplete(body, outgoing, stream, transfer);
    else await sendParts(body, outgoing, stream, transfer);
  } finally {
    dispose();
    outgoing.log.finish(status);
    // The runtime would wait until the reader has taken what is buffered, so a slow reader could occupy the function until its timeout.
    if (
      transfer.abortSignal.reason instanceof ReaderTooSlow &&
      validSettings(settings)?.isOnLambda
    ) {
      process.exit(1);
    }
  }
}
