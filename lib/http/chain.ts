import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod';

import { openLog } from '../log.ts';
import { anonymous, type Principal } from '../model/accounts/principal.ts';
import { answersWhenLoaded, InvalidSettings, settings, type Answers } from '../settings.ts';
import { allowedMethods } from './allowed-methods.generated.ts';
import { withHeaders, type Answer } from './answers/answer.ts';
import { corsHeaders } from './answers/cors.ts';
import { answerLimit } from './answers/limits.ts';
import { inOnePiece, inPieces, toGatewayResult } from './answers/responses.ts';
import { conditional } from './conditional/conditional.ts';
import { beforeDeadline, timeToBegin } from './deadline.ts';
import {
  assertDescribed,
  operationRequest,
  type Definition,
  type FrameContext,
  type GatewayHandler,
  type Shapes,
} from './definition.ts';
import { InvalidToken } from '../identity/errors.ts';
import { errorAnswers, type ErrorAnswer } from './errors/error-answers.ts';
import type { Exchange } from './exchange.ts';
import * as middleware from './middleware.ts';
import type { Operation } from './operation.ts';
import { answerOtherMethod } from './other-methods.ts';
import { presentedToken } from './request/bearer.ts';
import { fromGatewayEvent, type HttpRequest } from './request/request.ts';
import { streaming, type LambdaFunction } from './streaming/lambda-runtime.ts';
import { sendAnswer, type Outgoing } from './streaming/streamed.ts';

/** What an endpoint brings to the chain besides its operation. */
export type ChainOptions = {
  /** How errors are told, where the form that the operation names does not say it all. */
  readonly errorAnswer?: ErrorAnswer;
  /** Who the caller claims to be. Left out, no token can be good. */
  readonly authenticate?: middleware.Authenticate;
};

async function withoutKeys(request: HttpRequest): Promise<Principal> {
  if (presentedToken(request) === undefined) return anonymous;
  throw new InvalidToken();
}

/** None where the settings cannot be used: the chain tells of that, and the request is answered all the same. */
function viewerAddressHeader(): string | undefined {
  try {
    return settings().viewerAddressHeader;
  } catch (error) {
    if (error instanceof InvalidSettings) return undefined;
    throw error;
  }
}

function indentOf(parameters: unknown): number | undefined {
  const asked = parameters instanceof Object ? Reflect.get(parameters, 'indent') : undefined;
  return typeof asked === 'number' ? asked : undefined;
}

type Answering = (event: APIGatewayProxyEvent, lambda: Context) => Promise<Outgoing>;

/** How an operation gives its answers: only those that may stream do as the setting says. */
function answersOf({ isStreamed = false }: Operation): Answers {
  return isStreamed ? answersWhenLoaded() : 'buffered';
}

/** The one chain that every request goes through. It answers whatever happens; nothing that was thrown leaves it. */
function chain<O extends Operation, Shape extends Shapes<O>>(
  { operation, parameters: schema, handle }: Definition<O, Shape, FrameContext>,
  answers: Answers,
  {
    errorAnswer = errorAnswers[operation.errorForm ?? 'problem'],
    authenticate = withoutKeys,
  }: ChainOptions = {},
): Answering {
  type Parameters = z.output<z.ZodObject<Shape>>;

  async function operate(exchange: Exchange<Parameters>, lambda: Context): Promise<Answer> {
    const current = { ...settings(), answers };
    const answer = await handle(operationRequest(exchange, operation), {
      settings: current,
      log: exchange.log,
      requestId: exchange.request.id,
      remainingMilliseconds: () => lambda.getRemainingTimeInMillis(),
    });
    // A caller who has the same already needs no body.
    const needed = conditional(exchange.request, answer);
    const make = answers === 'stream' ? inPieces : inOnePiece;
    return make(needed, {
      indent: indentOf(exchange.parameters),
      whenTooLarge: operation.whenTooLarge,
      limit: answerLimit(current),
    });
  }

  const steps = middy<Exchange<Parameters>, Answer>({
    // The chain's own deadline covers the making of the body too.
    timeoutEarlyInMillis: 0,
  })
    .use(middleware.requestId())
    .use(middleware.cors())
    .use(middleware.vary())
    .use(middleware.errorMapping(errorAnswer))
    .use(middleware.readablePath())
    .use(middleware.encodedForms())
    .use(middleware.parameters(schema))
    .use(middleware.bearerToken(authenticate))
    .handler((exchange, lambda) =>
      beforeDeadline(operate(exchange, lambda), lambda.getRemainingTimeInMillis(), operation),
    );

  return async (event, lambda) => {
    const request = fromGatewayEvent(event, lambda.awsRequestId, viewerAddressHeader());
    const log = openLog(request.id, operation.id, request.method, request.sourceAddress);
    try {
      return { request, log, answer: await steps({ request, operation, log }, lambda) };
    } catch (error) {
      // The chain itself failed, error mapping included: a defect of ours, of which nothing may leave.
      log.trouble(error);
      const answer = errorAnswer(undefined, request.id);
      return { request, log, answer: withHeaders(answer, corsHeaders(request.resource)) };
    }
  };
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
