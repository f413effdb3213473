import { AsyncLocalStorage } from 'node:async_hooks';
import { ServerResponse } from 'node:http';

import type { Context } from 'aws-lambda';

import type {
  Prelude,
  ResponseStream,
  StreamingFunction,
} from '../../lib/http/streaming/lambda-runtime.ts';

/** The response to the current request. */
const currentResponse = new AsyncLocalStorage<ServerResponse>();

/**
 * The global `awslambda` that functions with streamed responses expect from the Node runtime of Lambda. It writes directly to the
 * HTTP response. serverless-offline has one that does not stream, and `AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA` disables it.
 */
const awslambda = {
  streamifyResponse:
    (handler: StreamingFunction) =>
    async (event: Parameters<StreamingFunction>[0], context: Context): Promise<void> => {
      const response = currentResponse.getStore();
      if (response === undefined) throw new Error('There is no current response to stream into.');
      await handler(event, response, context);
    },
  HttpResponseStream: {
    from: (stream: ResponseStream, { statusCode, headers }: Prelude): ResponseStream => {
      if (stream instanceof ServerResponse) stream.writeHead(statusCode, headers);
      return stream;
    },
  },
};

/** Installs the global `awslambda`. Must be called before the functions are loaded. */
export function installLambdaStreaming(): void {
  Object.assign(globalThis, { awslambda });
}

/**
 * Runs the function of a request, which may stream its response. If the stream is incomplete, the connection is closed, as behind
 * API Gateway.
 * @returns the result of a function that does not stream; `sent` for one that does
 */
export async function runWithResponse<Result>(
  response: ServerResponse,
  run: () => Promise<Result>,
): Promise<Result | 'sent'> {
  const result = await currentResponse.run(response, run);
  if (!response.headersSent) return result;
  if (!response.writableEnded) response.socket?.destroySoon();
  return 'sent';
}
