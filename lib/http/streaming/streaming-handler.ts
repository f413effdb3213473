import type { RequestLifecycle } from '../request-lifecycle.ts';
import { withFirstByteDeadline } from '../responses/deadline.ts';
import type { OperationWithHandler, LambdaHandler } from '../operation-handler.ts';
import { createDataHandler, type DataHandlerContext } from '../data-handler.ts';
import type { HandlerOptions } from '../lambda-handler.ts';
import type { DataOperation } from '../operation.ts';
import { streamifyFunction, type LambdaFunction } from './lambda-runtime.ts';
import { sendResponse } from './send-response.ts';

/** Creates the Lambda function that streams the responses of a request lifecycle. */
export function createStreamedFunction(lifecycle: RequestLifecycle): LambdaFunction {
  return streamifyFunction(async (event, stream, lambdaContext) => {
    const { context, markStarted } = withFirstByteDeadline(lambdaContext);
    const outgoing = await lifecycle(event, context);
    markStarted();
    await sendResponse(outgoing, stream, lambdaContext);
  });
}

/** Creates the Lambda handler of an operation that uses the database and can stream its responses. */
export function createStreamingHandler<
  const O extends DataOperation & { readonly isStreamed: true },
>(
  operation: OperationWithHandler<O, DataHandlerContext>,
  options: Pick<HandlerOptions, 'pageErrorFormatter'> = {},
): LambdaHandler {
  return createDataHandler<O>(operation, {
    ...options,
    createStreamingFunction: createStreamedFunction,
  });
}
