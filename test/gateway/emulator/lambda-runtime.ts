import { PassThrough, type TransformCallback } from 'node:stream';

import type { Context } from 'aws-lambda';

/** A streaming function as the runtime calls it. */
export type StreamingHandler = (
  event: unknown,
  stream: object,
  context: Context,
) => Promise<unknown>;

// Registered symbols, because a test can load this module again and still use functions of the first load.
const streaming = Symbol.for('aws.lambda.runtime.handler.streaming');
const setPrelude = Symbol.for('emulated-lambda.set-prelude');

/** Whether a function was registered with `streamifyResponse` when it was loaded. */
export function isStreamingHandler(handler: object): handler is StreamingHandler {
  return Reflect.has(handler, streaming);
}

/** The stream of a function. The prelude is sent together with the first bytes. */
class FunctionStream extends PassThrough {
  #preludeBytes: readonly Uint8Array[] = [];

  /** Sets bytes to send before the first chunk. */
  [setPrelude](bytes: readonly Uint8Array[]): void {
    this.#preludeBytes = bytes;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    for (const bytes of this.#preludeBytes) this.push(bytes);
    this.#preludeBytes = [];
    done(null, chunk);
  }
}

/** Creates the stream of one invocation, which buffers as much as a socket. */
export function createFunctionStream(): PassThrough {
  return new FunctionStream({ highWaterMark: 65_536 });
}

const methods = [
  ...(['write', 'end', 'destroy', 'cork', 'uncork'] as const),
  ...(['on', 'once', 'off', 'emit', 'addListener', 'removeListener', 'listenerCount'] as const),
];
const properties = ['destroyed', 'writable', 'writableEnded', 'writableFinished'] as const;

/** The stream that functions get: not a stream of Node, but an object with some of its members. */
export function toRuntimeStream(stream: PassThrough): object {
  const runtimeStream: object = Object.fromEntries(
    methods.map((name) => [name, stream[name].bind(stream)]),
  );
  for (const name of properties) {
    Object.defineProperty(runtimeStream, name, { get: () => stream[name] });
  }
  if (stream instanceof FunctionStream) {
    Object.assign(runtimeStream, { [setPrelude]: stream[setPrelude].bind(stream) });
  }
  return runtimeStream;
}

/** The global `awslambda` of the Node runtime. */
const awslambda = {
  streamifyResponse: (handler: object): object => {
    return Object.assign(handler, { [streaming]: 'response' });
  },
  HttpResponseStream: {
    from: (stream: object, prelude: unknown): object => {
      const setBytes: unknown = Reflect.get(stream, setPrelude);
      if (typeof setBytes === 'function') {
        Reflect.apply(setBytes, stream, [
          [Buffer.from(JSON.stringify(prelude)), new Uint8Array(8)],
        ]);
      }
      return stream;
    },
  },
};

/** Installs the global of the Lambda runtime for functions that are loaded later. */
export function installLambdaRuntime(): void {
  Object.assign(globalThis, { awslambda });
}
