import { AsyncLocalStorage } from 'node:async_hooks';
import { ServerResponse } from 'node:http';

import type { Context } from 'aws-lambda';

import type {
  Prelude,
  ResponseStream,
  StreamingFunction,
} from '../../lib/http/streaming/lambda-runtime.ts';

/** The answer to the request whose function runs, as Node sends it. */
const outgoing = new AsyncLocalStorage<ServerResponse>();

/**
 * What the Node runtime of Lambda has as the global `awslambda`: a function that streams writes into the answer itself. serverless-offline
 * has one that carries nothing, which `AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA` leaves out.
 */
const awslambda = {
  streamifyResponse:
    (handler: StreamingFunction) =>
    async (event: Parameters<StreamingFunction>[0], context: Context): Promise<void> => {
      const answer = outgoing.getStore();
      if (answer === undefined) throw new Error('No answer to a request is there to write into.');
      await handler(event, answer, context);
    },
  HttpResponseStream: {
    from: (stream: ResponseStream, { statusCode, headers }: Prelude): ResponseStream => {
      if (stream instanceof ServerResponse) stream.writeHead(statusCode, headers);
      return stream;
    },
  },
};

/** Makes this process look like one of Lambda to the functions that are loaded from now on. */
export function installLambdaStreaming(): void {
  Object.assign(globalThis, { awslambda });
}

/**
 * Runs the function of a request, which may write its answer as it makes it.
 * @param answer to the request
 * @param run gives the answer of a function that does not stream
 * @returns `sent` where the function began to send its answer; one that was cut ends without an end, as behind API Gateway
 */
export async function runWithResponse<Result>(
  answer: ServerResponse,
  run: () => Promise<Result>,
): Promise<Result | 'sent'> {
  const result = await outgoing.run(answer, run);
  if (!answer.headersSent) return result;
  if (!answer.writableEnded) answer.socket?.destroySoon();
  return 'sent';
}
