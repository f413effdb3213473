import type { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod';

/** The limits of Lambda for streams. */
export type StreamLimits = {
  /** Longer streams break at this length. */
  readonly maximumBytes: number;
  /** Bytes that are not throttled. */
  readonly unthrottledBytes: number;
  /** The speed of the rest. */
  readonly bytesPerSecond: number;
  /** Replaces the pauses of throttling. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
};

/** The limits of AWS. */
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

/** The part of a streamed answer before its body. */
export type StreamedPrelude = z.output<typeof prelude>;

export type StreamedAnswer = {
  readonly prelude: StreamedPrelude;
  /** Fails where the connection would break. Cancelling it closes the stream of the function. */
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

/** Passes bytes on as slowly as Lambda does, and no more than Lambda does. */
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

/** Undefined, or the error of the function. */
async function endOf(invocation: Promise<unknown>, stream: PassThrough): Promise<unknown> {
  try {
    await invocation;
    return stream.writableEnded ? undefined : new Error('The function did not end its stream.');
  } catch (error) {
    return error ?? new Error('The function failed.');
  }
}

/** The output of a function. Its error comes after the output, as in the runtime. */
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
 * Reads the output of a function as it comes.
 * @param invocation settles when the function has finished
 * @throws Error where it ends without a prelude
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
      // Closing the stream early tells the function.
      cancel: () => {
        stream.destroy();
      },
    },
    // Nothing is read before somebody needs it.
    { highWaterMark: 0 },
  );
  return { prelude, body };
}
