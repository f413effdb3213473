import * as z from 'zod';

import { answersWhenLoaded, type Answers } from '../settings.ts';
import { allowedMethods } from './allowed-methods.generated.ts';
import { toGatewayResult } from './answers/responses.ts';
import { chain, type Answering, type ChainOptions } from './chain.ts';
import type { Definition, FrameContext, GatewayHandler, Handle } from './definition.ts';
import type { Operation, PlainOperation } from './operation.ts';
import { answerOtherMethod } from './other-methods.ts';
import type { LambdaFunction } from './streaming/lambda-runtime.ts';

/** What an endpoint brings besides its operation and what answers it. */
export type HandlerOptions = ChainOptions & {
  /** Of an operation that `isStreamed`: what sends its answers while they are made. */
  readonly send?: (answering: Answering) => LambdaFunction;
};

/**
 * Builds the Lambda handler of an operation. It answers the methods too that no operation has at its path: API Gateway gives the
 * function of GET whatever no other function takes.
 * @param options how errors are told, callers found out and answers sent
 * @throws Error where an operation streams and nothing sends what it answers
 */
export function handlerOf<O extends Operation>(
  operation: O,
  handle: Handle<O, FrameContext>,
  { send, ...options }: HandlerOptions = {},
): GatewayHandler {
  const { isStreamed = false } = operation;
  if (isStreamed !== (send !== undefined)) throw new Error('What streams is sent by `send`.');
  const answers = isStreamed ? answersWhenLoaded() : 'buffered';
  const own = chain(operation, handle, answers, options);
  const others = otherMethods(operation, answers);
  const answering: Answering = (event, lambda) =>
    (isMethodOf(operation, event.httpMethod) ? own : others)(event, lambda);
  const sent = answers === 'stream' && send !== undefined ? send : inOneAnswer;
  return Object.assign(sent(answering), { operation });
}

/** Builds the Lambda handler of an operation that needs no data. Its bundle has no way to the data. */
export function frame<const O extends PlainOperation>(
  definition: Definition<O, FrameContext>,
  options?: Pick<HandlerOptions, 'send'>,
): GatewayHandler {
  return handlerOf<O>(definition, definition.handle, options);
}

/** What answers the methods that no operation has at the path of one. */
function otherMethods({ id, path, misplaced }: Operation, answers: Answers): Answering {
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
  return chain(
    operation,
    async (request) => answerOtherMethod(request, allowedMethods[request.resource], misplaced),
    answers,
  );
}

function isMethodOf(operation: Operation, method: string): boolean {
  if (operation.method === 'ANY' || operation.method === method) return true;
  return operation.method === 'GET' && method === 'HEAD';
}

/** The function that sends what the chain answers, and writes the line of the request when that is done. */
function inOneAnswer(answering: Answering): LambdaFunction {
  return async (event, lambda) => {
    const { answer, log } = await answering(event, lambda);
    log.finish(answer.status);
    return toGatewayResult(answer);
  };
}
