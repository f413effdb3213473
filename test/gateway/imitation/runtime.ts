import { PassThrough, type TransformCallback } from 'node:stream';

import type { Context } from 'aws-lambda';

/** What a function that streams is, as the runtime calls it. */
export type Streaming = (event: unknown, stream: PassThrough, context: Context) => Promise<unknown>;

const streamingFunctions = new WeakSet<object>();

/** Whether a function asked the runtime for a stream, which it does when it is loaded. */
export function isStreaming(handler: object): handler is Streaming {
  return streamingFunctions.has(handler);
}

/** The stream that the runtime gives to a function: what stands before the first bytes is sent with them, and not earlier. */
class FunctionStream extends PassThrough {
  #before: readonly Uint8Array[] = [];

  /** Puts something before the first bytes. */
  beginWith(bytes: readonly Uint8Array[]): void {
    this.#before = bytes;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    for (const bytes of this.#before) this.push(bytes);
    this.#before = [];
    done(null, chunk);
  }
}

/** The stream of one invocation. It holds as much as a socket does. */
export function functionStream(): PassThrough {
  return new FunctionStream({ highWaterMark: 65_536 });
}

/** What the Node runtime of Lambda has as the global `awslambda`. */
const awslambda = {
  streamifyResponse: (handler: object): object => {
    streamingFunctions.add(handler);
    return handler;
  },
  HttpResponseStream: {
    from: (stream: FunctionStream, prelude: unknown): FunctionStream => {
      stream.beginWith([Buffer.from(JSON.stringify(prelude)), new Uint8Array(8)]);
      return stream;
    },
  },
};

/** Makes this process look like one of Lambda to the functions that are loaded from now on. */
export function imitateRuntime(): void {
  Object.assign(globalThis, { awslambda });
}
