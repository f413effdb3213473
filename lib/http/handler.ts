import * as z from 'zod';

import { answersWhenLoaded, type Answers } from '../settings.ts';
import { allowedMethods } from './allowed-methods.generated.ts';
import { toGatewayResult } from './answers/responses.ts';
import { chain, type Answering, type ChainOptions } from './chain.ts';
import { timeToBegin } from './deadline.ts';
import {
  assertDescribed,
  type Definition,
  type FrameContext,
  type GatewayHandler,
  type Shapes,
} from './definition.ts';
import type { Operation } from './operation.ts';
import { answerOtherMethod } from './other-methods.ts';
import { streaming, type LambdaFunction } from './streaming/lambda-runtime.ts';
import { sendAnswer } from './streaming/streamed.ts';

/**
 * Builds the Lambda handler of an operation. It answers the methods too that no operation has at its path: API Gateway gives the
 * function of GET whatever no other function takes.
 * @param definition the operation, the schema of its parameters and its `handle`
 * @param options how errors are told and callers found out
 * @throws Error when the parameters described and those parsed are not the same
 */
export function handlerOf<O extends Operation, Shape extends Shapes<O>>(
  definition: Definition<O, Shape, FrameContext>,
  options?: ChainOptions,
): GatewayHandler<O> {
  const { operation, parameters } = definition;
  assertDescribed(operation, parameters);
  const answers = answersOf(operation);
  const own = chain(definition, answers, options);
  const others = otherMethods(operation, answers);
  const answering: Answering = (event, lambda) =>
    (isMethodOf(operation, event.httpMethod) ? own : others)(event, lambda);
  return Object.assign(sent(answering, answers), { operation, parameters });
}

/** How an operation gives its answers: only those that may stream do as the setting says. */
function answersOf({ isStreamed = false }: Operation): Answers {
  return isStreamed ? answersWhenLoaded() : 'buffered';
}

/** What answers the methods that no operation has at the path of one. */
function otherMethods({ id, path, misplaced }: Operation, answers: Answers): Answering {
  return chain(
    {
      operation: {
        id,
        method: 'ANY',
        path,
        summary: 'Answers OPTIONS, and methods that the path does not have.',
        access: 'public',
        capability: 'none',
        parameters: {},
        responses: {
          204: 'What may be asked.',
          400: 'The method belongs to another path.',
          405: 'No such method here.',
        },
      } satisfies Operation,
      parameters: z.object({}),
      handle: async (request) =>
        answerOtherMethod(request, allowedMethods[request.resource], misplaced),
    },
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
