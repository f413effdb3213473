import type { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod';

/** What Lambda does to streams. */
export type StreamLimits = {
  /** What a stream may have at most; longer ones are ended where they are. */
  readonly maximumBytes: number;
  /** What is carried as fast as it comes. */
  readonly unthrottledBytes: number;
  /** How fast the rest is carried. */
  readonly bytesPerSecond: number;
  /** How it waits, in milliseconds; left out, it really does. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
};

/** Those of AWS. */
export const awsStreamLimits: StreamLimits = {
  maximumBytes: 200_000_000,
  unthrottledBytes: 6_000_000,
  bytesPerSecond: 2_000_000,
};

const prelude = z.strictObject({
  statusCode: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  multiValueHeaders: z.record(z.string(), z.array(z.string())).default({}),
});

/** What API Gateway learns of a streamed answer before its body. */
export type StreamedPrelude = z.output<typeof prelude>;

/** A streamed answer whose headers are there. */
export type StreamedAnswer = {
  readonly prelude: StreamedPrelude;
  /** Fails where the connection would break without an end of the answer. Cancelled, it closes the stream of the function. */
  readonly body: ReadableStream<Uint8Array>;
};

/** The prelude must end within these bytes. */
const preludeRoom = 16 * 1024;
const delimiter = Buffer.alloc(8);

type Bytes = AsyncIterator<Buffer>;

async function readPrelude(bytes: Bytes): Promise<{ prelude: StreamedPrelude; rest: Buffer }> {
  let read = Buffer.alloc(0);
  while (read.length < preludeRoom) {
    const { value, done } = await bytes.next();
    if (done === true) break;
    read = Buffer.concat([read, value]);
    const end = read.subarray(0, preludeRoom).indexOf(delimiter);
    if (end >= 0) {
      return {
        prelude: prelude.parse(JSON.parse(read.subarray(0, end).toString())),
        rest: read.subarray(end + delimiter.length),
      };
    }
  }
  throw new Error('The function sent no status and headers.');
}

/** Carries bytes as slowly as Lambda does, and no more than it does. */
async function* carried(
  bytes: AsyncIterable<Buffer>,
  {
    maximumBytes: mostBytes,
    unthrottledBytes: freeBytes,
    bytesPerSecond,
    pause = wait,
  }: StreamLimits,
): AsyncGenerator<Buffer, void, undefined> {
  let carriedBytes = 0;
  let throttledSince: number | undefined;
  for await (const chunk of bytes) {
    carriedBytes += chunk.length;
    if (carriedBytes > mostBytes) throw new Error(`A stream has over ${mostBytes} bytes.`);
    const throttled = carriedBytes - freeBytes;
    if (throttled > 0) {
      throttledSince ??= performance.now();
      const due = throttledSince + (throttled / bytesPerSecond) * 1000;
      await pause(Math.max(0, due - performance.now()));
    }
    yield chunk;
  }
}

/** The function's own end of a stream: nothing, or what it failed with. */
async function endOf(invocation: Promise<unknown>, stream: PassThrough): Promise<unknown> {
  try {
    await invocation;
    return stream.writableEnded ? undefined : new Error('The function did not end its stream.');
  } catch (error) {
    return error ?? new Error('The function failed.');
  }
}

/** What a function writes. What it fails with comes behind that, as it does where the runtime tells of an error. */
async function* written(
  stream: PassThrough,
  invocation: Promise<unknown>,
): AsyncGenerator<Buffer, void, undefined> {
  const end = endOf(invocation, stream).then((failure) => {
    if (!stream.writableEnded) stream.end();
    return failure;
  });
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    yield bytes;
  }
  const failure = await end;
  if (failure !== undefined) throw failure;
}

/**
 * Reads what a function writes, as it comes.
 * @param stream of the function
 * @param invocation settles when the function is done
 * @throws Error when it ends without a prelude
 */
export async function readFunctionStream(
  stream: PassThrough,
  invocation: Promise<unknown>,
  limits: StreamLimits,
): Promise<StreamedAnswer> {
  const bytes = carried(written(stream, invocation), limits);
  const { prelude, rest } = await readPrelude(bytes);
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        if (rest.length > 0) controller.enqueue(rest);
      },
      pull: async (controller) => {
        const { value, done } = await bytes.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      // The function learns of it by its stream, which is closed before all was written.
      cancel: () => {
        stream.destroy();
      },
    },
    // Nothing is read before somebody asks for it.
    { highWaterMark: 0 },
  );
  return { prelude, body };
}
