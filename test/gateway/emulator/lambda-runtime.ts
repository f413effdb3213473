import { PassThrough, type TransformCallback } from 'node:stream';

import type { Context } from 'aws-lambda';

/** What a function that streams is, as the runtime calls it. */
export type StreamingHandler = (
  event: unknown,
  stream: object,
  context: Context,
) => Promise<unknown>;

const streamingFunctions = new WeakSet<object>();

/** Whether a function asked the runtime for a stream, which it does when it is loaded. */
export function isStreamingHandler(handler: object): handler is StreamingHandler {
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
export function createFunctionStream(): PassThrough {
  return new FunctionStream({ highWaterMark: 65_536 });
}

const methods = [
  ...(['write', 'end', 'destroy', 'cork', 'uncork'] as const),
  ...(['on', 'once', 'off', 'emit', 'addListener', 'removeListener', 'listenerCount'] as const),
];
const properties = ['destroyed', 'writable', 'writableEnded', 'writableFinished'] as const;

const givenStreams = new WeakMap<object, FunctionStream>();

/** What the runtime gives to a function: no stream of Node, but an object with some of what one has. */
export function toRuntimeStream(stream: PassThrough): object {
  const given = Object.fromEntries(methods.map((name) => [name, stream[name].bind(stream)]));
  for (const name of properties) {
    Object.defineProperty(given, name, { get: () => stream[name] });
  }
  if (stream instanceof FunctionStream) givenStreams.set(given, stream);
  return given;
}

/** What the Node runtime of Lambda has as the global `awslambda`. */
const awslambda = {
  streamifyResponse: (handler: object): object => {
    streamingFunctions.add(handler);
    return handler;
  },
  HttpResponseStream: {
    from: (given: object, prelude: unknown): object => {
      const stream = given instanceof FunctionStream ? given : givenStreams.get(given);
      stream?.beginWith([Buffer.from(JSON.stringify(prelude)), new Uint8Array(8)]);
      return given;
    },
  },
};

/** Makes this process look like one of Lambda to the functions that are loaded from now on. */
export function installLambdaRuntime(): void {
  Object.assign(globalThis, { awslambda });
}
