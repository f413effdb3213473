import type { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod';

/** The limits of Lambda for streams. */
export type StreamLimits = {
  /** Longer streams break at this length. */
  readonly maximumBytes: number;
  /** Bytes that are not throttled. */
  readonly unthrottledBytes: number;
  /** The speed after these bytes. */
  readonly bytesPerSecond: number;
  /** Replaces the timer that slows a stream down. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
};

/** The limits of AWS. */
export const awsStreamLimits: StreamLimits = {
  maximumBytes: 200_000_000,
  unthrottledBytes: 6_000_000,
  bytesPerSecond: 2_000_000,
};

/** The limits of AWS, without the waiting. */
export const fastStreamLimits: StreamLimits = {
  ...awsStreamLimits,
  pause: () => Promise.resolve(),
};

const preludeSchema = z.strictObject({
  statusCode: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  multiValueHeaders: z.record(z.string(), z.array(z.string())).default({}),
});

/** The part of a streamed answer before its body. */
export type StreamedPrelude = z.output<typeof preludeSchema>;

export type StreamedAnswer = {
  readonly prelude: StreamedPrelude;
  /** Fails if the connection would break. Cancelling it closes the stream of the function. */
  readonly body: ReadableStream<Uint8Array>;
};

/** The number of bytes within which the prelude must end. */
const maxPreludeBytes = 16 * 1024;
const delimiter = Buffer.alloc(8);

type ByteChunks = AsyncIterator<Buffer>;

async function readPrelude(
  bytes: ByteChunks,
): Promise<{ prelude: StreamedPrelude; firstBodyBytes: Buffer }> {
  let received = Buffer.alloc(0);
  while (received.length < maxPreludeBytes) {
    const { value, done } = await bytes.next();
    if (done === true) break;
    received = Buffer.concat([received, value]);
    const end = received.subarray(0, maxPreludeBytes).indexOf(delimiter);
    if (end >= 0) {
      return {
        prelude: preludeSchema.parse(JSON.parse(received.subarray(0, end).toString())),
        firstBodyBytes: received.subarray(end + delimiter.length),
      };
    }
  }
  throw new Error('The function sent no status and headers.');
}

/** Passes bytes on at the speed of Lambda, up to the maximum of Lambda. */
async function* throttle(
  bytes: AsyncIterable<Buffer>,
  {
    maximumBytes: maxBytes,
    unthrottledBytes: freeByteCount,
    bytesPerSecond,
    pause = wait,
  }: StreamLimits,
): AsyncGenerator<Buffer, void, undefined> {
  let byteCount = 0;
  let throttledSince: number | undefined;
  for await (const chunk of bytes) {
    byteCount += chunk.length;
    if (byteCount > maxBytes) throw new Error(`A stream has over ${maxBytes} bytes.`);
    const throttledBytes = byteCount - freeByteCount;
    if (throttledBytes > 0) {
      throttledSince ??= performance.now();
      const dueTime = throttledSince + (throttledBytes / bytesPerSecond) * 1000;
      await pause(Math.max(0, dueTime - performance.now()));
    }
    yield chunk;
  }
}

/** Waits for a function. @returns its error; undefined if it succeeded */
async function waitForFailure(invocation: Promise<unknown>, stream: PassThrough): Promise<unknown> {
  try {
    await invocation;
    return stream.writableEnded ? undefined : new Error('The function did not end its stream.');
  } catch (error) {
    return error ?? new Error('The function failed.');
  }
}

/** Reads the output of a function, and then throws its error, in the same order as the runtime. */
async function* readOutput(
  stream: PassThrough,
  invocation: Promise<unknown>,
): AsyncGenerator<Buffer, void, undefined> {
  const end = waitForFailure(invocation, stream).then((failure) => {
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
 * Reads the output of a function while it arrives.
 * @param invocation settles when the function has finished
 * @throws Error if the output ends without a prelude
 */
export async function readFunctionStream(
  stream: PassThrough,
  invocation: Promise<unknown>,
  limits: StreamLimits,
): Promise<StreamedAnswer> {
  const bytes = throttle(readOutput(stream, invocation), limits);
  const { prelude, firstBodyBytes } = await readPrelude(bytes);
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        if (firstBodyBytes.length > 0) controller.enqueue(firstBodyBytes);
      },
      pull: async (controller) => {
        const { value, done } = await bytes.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      // The function notices that its stream is closed.
      cancel: () => {
        stream.destroy();
      },
    },
    // Reads nothing before the caller reads.
    { highWaterMark: 0 },
  );
  return { prelude, body };
}
