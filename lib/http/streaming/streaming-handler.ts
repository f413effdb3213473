import type { RequestLifecycle } from '../request-lifecycle.ts';
import { deadlineForFirstByte } from '../responses/deadline.ts';
import type { OperationWithHandler, LambdaHandler } from '../operation-handler.ts';
import { createDataHandler, type DataHandlerContext } from '../data-handler.ts';
import type { DataOperation } from '../operation.ts';
import { streamifyFunction, type LambdaFunction } from './lambda-runtime.ts';
import { sendResponse } from './send-response.ts';

/** The function that sends what the chain answers while it is made, and writes the line of the request when that is done. */
export function streamResponses(answering: RequestLifecycle): LambdaFunction {
  return streamifyFunction(async (event, stream, lambda) => {
    const { context, hasBegun } = deadlineForFirstByte(lambda);
    const outgoing = await answering(event, context);
    hasBegun();
    await sendResponse(outgoing, stream, lambda);
  });
}

/** Builds the Lambda handler of an operation on the data whose answers may stream. The functions of all others cannot send so. */
export function createStreamingHandler<
  const O extends DataOperation & { readonly isStreamed: true },
>(definition: OperationWithHandler<O, DataHandlerContext>): LambdaHandler {
  return createDataHandler<O>(definition, { send: streamResponses });
}
