import * as z from 'zod';

import { readResponseModeAtLoad, type ResponseMode } from '../settings.ts';
import { allowedMethods } from './methods/allowed-methods.generated.ts';
import { toGatewayResult } from './responses/response-body.ts';
import {
  createRequestLifecycle,
  type RequestLifecycle,
  type LifecycleOptions,
} from './request-lifecycle.ts';
import type {
  OperationWithHandler,
  HandlerContext,
  LambdaHandler,
  OperationHandler,
} from './operation-handler.ts';
import type { Operation, OperationWithoutDatabase } from './operation.ts';
import { respondToOtherMethod } from './methods/respond-to-other-method.ts';
import type { LambdaFunction } from './streaming/lambda-runtime.ts';

type StreamingOptions = {
  /**
   * Makes the Lambda function that streams responses. Operations that can stream need it. It is an option, so that other functions do not
   * bundle the streaming code.
   */
  readonly createStreamingFunction?: (lifecycle: RequestLifecycle) => LambdaFunction;
};

export type HandlerOptions = LifecycleOptions & StreamingOptions;

/**
 * Creates the Lambda handler of an operation. The handler of GET also receives requests to its path whose method has no operation.
 * @rule Responses: Is a response streamed or sent in one piece?
 * @throws Error if `createStreamingFunction` is missing for an operation that can stream, or present for another operation
 */
export function createLambdaHandler<O extends Operation>(
  operation: O,
  handler: OperationHandler<O, HandlerContext>,
  { createStreamingFunction, ...options }: HandlerOptions = {},
): LambdaHandler {
  const { isStreamed = false } = operation;
  if (isStreamed !== (createStreamingFunction !== undefined)) {
    throw new Error('Pass `createStreamingFunction` if the operation can stream, and only then.');
  }
  const responseMode = isStreamed ? readResponseModeAtLoad() : 'buffered';
  const operationLifecycle = createRequestLifecycle(operation, handler, responseMode, options);
  const otherMethodsLifecycle = createOtherMethodsLifecycle(operation, responseMode);
  const lifecycle: RequestLifecycle = (event, lambdaContext) =>
    (handlesMethod(operation, event.httpMethod) ? operationLifecycle : otherMethodsLifecycle)(
      event,
      lambdaContext,
    );
  const createLambdaFunction =
    responseMode === 'stream' && createStreamingFunction !== undefined
      ? createStreamingFunction
      : createBufferedFunction;
  return Object.assign(createLambdaFunction(lifecycle), { operation });
}

/** Creates the Lambda handler of an operation without database access. Its bundle does not contain the Data API client. */
export function createHandlerWithoutDatabase<const O extends OperationWithoutDatabase>(
  operation: OperationWithHandler<O, HandlerContext>,
  options?: StreamingOptions & Pick<HandlerOptions, 'pageErrorFormatter'>,
): LambdaHandler {
  return createLambdaHandler<O>(operation, operation.handle, options);
}

/** Creates the lifecycle of the requests to the path of an operation whose method has no operation. */
function createOtherMethodsLifecycle(
  { id, path, misplacedMethods }: Operation,
  responseMode: ResponseMode,
): RequestLifecycle {
  const operation = {
    id,
    method: 'ANY',
    path,
    summary: 'Responds to OPTIONS and to unknown methods',
    access: 'ignores-token',
    capability: 'none',
    parameters: z.object({}),
    responses: {},
  } satisfies Operation;
  return createRequestLifecycle(
    operation,
    async (request) =>
      respondToOtherMethod(request, allowedMethods[request.resource], misplacedMethods),
    responseMode,
  );
}

function handlesMethod(operation: Operation, method: string): boolean {
  if (operation.method === 'ANY' || operation.method === method) return true;
  return operation.method === 'GET' && method === 'HEAD';
}

function createBufferedFunction(lifecycle: RequestLifecycle): LambdaFunction {
  return async (event, lambdaContext) => {
    const { response, log, settings } = await lifecycle(event, lambdaContext);
    log.finish(response.status);
    return toGatewayResult(response, settings);
  };
}
