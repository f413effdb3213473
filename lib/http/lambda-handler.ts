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

/** What an endpoint brings besides its operation and what answers it. */
export type HandlerOptions = LifecycleOptions & {
  /** Of an operation that `isStreamed`: what sends its answers while they are made. */
  readonly send?: (answering: RequestLifecycle) => LambdaFunction;
};

/**
 * Builds the Lambda handler of an operation. It answers the methods too that no operation has at its path: API Gateway gives the
 * function of GET whatever no other function takes.
 * @param options how errors are told, callers found out and answers sent
 * @throws Error where an operation streams and nothing sends what it answers
 */
export function createLambdaHandler<O extends Operation>(
  operation: O,
  handle: OperationHandler<O, HandlerContext>,
  { send, ...options }: HandlerOptions = {},
): LambdaHandler {
  const { isStreamed = false } = operation;
  if (isStreamed !== (send !== undefined)) throw new Error('What streams is sent by `send`.');
  const answers = isStreamed ? responseModeAtLoad() : 'buffered';
  const own = createRequestLifecycle(operation, handle, answers, options);
  const others = otherMethods(operation, answers);
  const answering: RequestLifecycle = (event, lambda) =>
    (isMethodOf(operation, event.httpMethod) ? own : others)(event, lambda);
  const sent = answers === 'stream' && send !== undefined ? send : inOneAnswer;
  return Object.assign(sent(answering), { operation });
}

/** Builds the Lambda handler of an operation that needs no data. Its bundle has no way to the data. */
export function createPlainHandler<const O extends PlainOperation>(
  definition: OperationWithHandler<O, HandlerContext>,
  options?: Pick<HandlerOptions, 'send'>,
): LambdaHandler {
  return createLambdaHandler<O>(definition, definition.handle, options);
}

/** What answers the methods that no operation has at the path of one. */
function otherMethods({ id, path, misplaced }: Operation, answers: ResponseMode): RequestLifecycle {
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
    async (request) => respondToOtherMethod(request, allowedMethods[request.resource], misplaced),
    answers,
  );
}

function isMethodOf(operation: Operation, method: string): boolean {
  if (operation.method === 'ANY' || operation.method === method) return true;
  return operation.method === 'GET' && method === 'HEAD';
}

/** The function that sends what the chain answers, and writes the line of the request when that is done. */
function inOneAnswer(answering: RequestLifecycle): LambdaFunction {
  return async (event, lambda) => {
    const { answer, log } = await answering(event, lambda);
    log.finish(answer.status);
    return toGatewayResult(answer);
  };
}
