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
import type { Operation, PlainOperation } from './operation.ts';
import { respondToOtherMethod } from './methods/other-methods.ts';
import type { LambdaFunction } from './streaming/lambda-runtime.ts';

export type HandlerOptions = LifecycleOptions & {
  /** Only for operations that may stream. Passed in, so that other functions do not bundle the streaming code. */
  readonly send?: (lifecycle: RequestLifecycle) => LambdaFunction;
};

/**
 * Creates the Lambda handler of an operation. It also responds to methods without an operation: API Gateway routes those of a path
 * to the function of GET.
 * @throws Error unless `send` is given exactly for operations that may stream
 */
export function createLambdaHandler<O extends Operation>(
  operation: O,
  handler: OperationHandler<O, HandlerContext>,
  { send, ...options }: HandlerOptions = {},
): LambdaHandler {
  const { isStreamed = false } = operation;
  if (isStreamed !== (send !== undefined)) {
    throw new Error('Give `send` exactly for operations that may stream.');
  }
  const responseMode = isStreamed ? responseModeAtLoad() : 'buffered';
  const ownMethod = createRequestLifecycle(operation, handler, responseMode, options);
  const otherMethods = createOtherMethodsLifecycle(operation, responseMode);
  const lifecycle: RequestLifecycle = (event, lambda) =>
    (hasMethod(operation, event.httpMethod) ? ownMethod : otherMethods)(event, lambda);
  const sendWith = responseMode === 'stream' && send !== undefined ? send : sendBuffered;
  return Object.assign(sendWith(lifecycle), { operation });
}

/** Creates the Lambda handler of an operation without database access. Its bundle does not contain the Data API client. */
export function createPlainHandler<const O extends PlainOperation>(
  operation: OperationWithHandler<O, HandlerContext>,
  options?: Pick<HandlerOptions, 'send'>,
): LambdaHandler {
  return createLambdaHandler<O>(operation, operation.handle, options);
}

/** Responds to the methods that have no operation at the path of this one. */
function createOtherMethodsLifecycle(
  { id, path, misplacedMethods }: Operation,
  responseMode: ResponseMode,
): RequestLifecycle {
  const operation = {
    id,
    method: 'ANY',
    path,
    summary: 'Responds to OPTIONS and to unknown methods',
    access: 'public',
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
