import * as z from 'zod';

import { responseModeAtLoad, type ResponseMode } from '../settings.ts';
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

export type HandlerOptions = LifecycleOptions & {
  /** For operations that can stream. It is an option, so that other functions do not bundle the streaming code. */
  readonly send?: (lifecycle: RequestLifecycle) => LambdaFunction;
};

/**
 * Creates the Lambda handler of an operation. The handler of GET also receives the requests with methods for which its path has no
 * operation.
 * @throws Error if `send` is missing for an operation that can stream, or present for another operation
 */
export function createLambdaHandler<O extends Operation>(
  operation: O,
  handler: OperationHandler<O, HandlerContext>,
  { send, ...options }: HandlerOptions = {},
): LambdaHandler {
  const { isStreamed = false } = operation;
  if (isStreamed !== (send !== undefined)) {
    throw new Error('Pass `send` if the operation can stream, and only then.');
  }
  const responseMode = isStreamed ? responseModeAtLoad() : 'buffered';
  const operationLifecycle = createRequestLifecycle(operation, handler, responseMode, options);
  const otherMethodsLifecycle = createOtherMethodsLifecycle(operation, responseMode);
  const lifecycle: RequestLifecycle = (event, lambda) =>
    (hasMethod(operation, event.httpMethod) ? operationLifecycle : otherMethodsLifecycle)(
      event,
      lambda,
    );
  const sendWith = responseMode === 'stream' && send !== undefined ? send : sendBuffered;
  return Object.assign(sendWith(lifecycle), { operation });
}

/** Creates the Lambda handler of an operation without database access. Its bundle does not contain the Data API client. */
export function createHandlerWithoutDatabase<const O extends OperationWithoutDatabase>(
  operation: OperationWithHandler<O, HandlerContext>,
  options?: Pick<HandlerOptions, 'send'>,
): LambdaHandler {
  return createLambdaHandler<O>(operation, operation.handle, options);
}

/** Responds to methods for which the path of this operation has no operation. */
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

function hasMethod(operation: Operation, method: string): boolean {
  if (operation.method === 'ANY' || operation.method === method) return true;
  return operation.method === 'GET' && method === 'HEAD';
}

function sendBuffered(lifecycle: RequestLifecycle): LambdaFunction {
  return async (event, lambda) => {
    const { response, log } = await lifecycle(event, lambda);
    log.finish(response.status);
    return toGatewayResult(response);
  };
}
