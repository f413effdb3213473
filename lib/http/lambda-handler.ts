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
  readonly send?: (answering: RequestLifecycle) => LambdaFunction;
};

/**
 * Creates the Lambda handler of an operation. It also responds to methods without an operation: API Gateway routes those of a path
 * to the function of GET.
 * @throws Error unless `send` is given exactly for operations that may stream
 */
export function createLambdaHandler<O extends Operation>(
  operation: O,
  handle: OperationHandler<O, HandlerContext>,
  { send, ...options }: HandlerOptions = {},
): LambdaHandler {
  const { isStreamed = false } = operation;
  if (isStreamed !== (send !== undefined)) {
    throw new Error('Give `send` exactly for operations that may stream.');
  }
  const answers = isStreamed ? responseModeAtLoad() : 'buffered';
  const own = createRequestLifecycle(operation, handle, answers, options);
  const others = otherMethods(operation, answers);
  const answering: RequestLifecycle = (event, lambda) =>
    (isMethodOf(operation, event.httpMethod) ? own : others)(event, lambda);
  const sent = answers === 'stream' && send !== undefined ? send : inOneAnswer;
  return Object.assign(sent(answering), { operation });
}

/** Creates the Lambda handler of an operation without database access. Its bundle does not contain the Data API client. */
export function createPlainHandler<const O extends PlainOperation>(
  definition: OperationWithHandler<O, HandlerContext>,
  options?: Pick<HandlerOptions, 'send'>,
): LambdaHandler {
  return createLambdaHandler<O>(definition, definition.handle, options);
}

/** Responds to the methods that have no operation at the path of this one. */
function otherMethods({ id, path, misplacedMethods }: Operation, answers: ResponseMode): RequestLifecycle {
  const operation = {
    id,
    method: 'ANY',
    path,
    summary: 'Answers OPTIONS, and methods that the path does not have.',
    access: 'public',
    capability: 'none',
    parameters: z.object({}),
    responses: {},
  } satisfies Operation;
  return createRequestLifecycle(
    operation,
    async (request) => respondToOtherMethod(request, allowedMethods[request.resource], misplacedMethods),
    answers,
  );
}

function isMethodOf(operation: Operation, method: string): boolean {
  if (operation.method === 'ANY' || operation.method === method) return true;
  return operation.method === 'GET' && method === 'HEAD';
}

function inOneAnswer(answering: RequestLifecycle): LambdaFunction {
  return async (event, lambda) => {
    const { answer, log } = await answering(event, lambda);
    log.finish(answer.status);
    return toGatewayResult(answer);
  };
}
