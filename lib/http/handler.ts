import * as z from 'zod';

import { answersWhenLoaded, type Answers } from '../settings.ts';
import { allowedMethods } from './allowed-methods.generated.ts';
import { toGatewayResult } from './answers/responses.ts';
import { chain, type Answering, type ChainOptions } from './chain.ts';
import { timeToBegin } from './deadline.ts';
import type { Definition, FrameContext, GatewayHandler, Handle } from './definition.ts';
import type { Operation, PlainOperation } from './operation.ts';
import { answerOtherMethod } from './other-methods.ts';
import { streaming, type LambdaFunction } from './streaming/lambda-runtime.ts';
import { sendAnswer } from './streaming/streamed.ts';

/**
 * Builds the Lambda handler of an operation. It answers the methods too that no operation has at its path: API Gateway gives the
 * function of GET whatever no other function takes.
 * @param options how errors are told and callers found out
 */
export function handlerOf<O extends Operation>(
  operation: O,
  handle: Handle<O, FrameContext>,
  options?: ChainOptions,
): GatewayHandler {
  const answers = answersOf(operation);
  const own = chain(operation, handle, answers, options);
  const others = otherMethods(operation, answers);
  const answering: Answering = (event, lambda) =>
    (isMethodOf(operation, event.httpMethod) ? own : others)(event, lambda);
  return Object.assign(sent(answering, answers), { operation });
}

/** Builds the Lambda handler of an operation that needs no data. Its bundle has no way to the data. */
export function frame<const O extends PlainOperation>(
  definition: Definition<O, FrameContext>,
): GatewayHandler {
  return handlerOf<O>(definition, definition.handle);
}

/** How an operation gives its answers: only those that may stream do as the setting says. */
function answersOf({ isStreamed = false }: Operation): Answers {
  return isStreamed ? answersWhenLoaded() : 'buffered';
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
function sent(answering: Answering, answers: Answers): LambdaFunction {
  if (answers === 'stream') {
    return streaming(async (event, stream, lambda) => {
      const { context, hasBegun } = timeToBegin(lambda);
      const outgoing = await answering(event, context);
      hasBegun();
      await sendAnswer(outgoing, stream, lambda);
    });
  }
  return async (event, lambda) => {
    const { answer, log } = await answering(event, lambda);
    log.finish(answer.status);
    return toGatewayResult(answer);
  };
}
