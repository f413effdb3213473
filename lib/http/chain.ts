import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type * as z from 'zod';

import { InvalidToken } from '../identity/errors.ts';
import { openLog } from '../log.ts';
import { anonymous, type Principal } from '../model/accounts/principal.ts';
import { InvalidSettings, settings, type Answers } from '../settings.ts';
import { withHeaders, type Answer } from './answers/answer.ts';
import { corsHeaders } from './answers/cors.ts';
import { answerLimit } from './answers/limits.ts';
import { inOnePiece, inPieces } from './answers/responses.ts';
import { conditional } from './conditional/conditional.ts';
import { beforeDeadline } from './deadline.ts';
import { operationRequest, type FrameContext, type Handle } from './definition.ts';
import { errorAnswers, type ErrorAnswer } from './errors/error-answers.ts';
import type { Exchange } from './exchange.ts';
import * as middleware from './middleware.ts';
import type { Operation } from './operation.ts';
import { presentedToken } from './request/bearer.ts';
import { fromGatewayEvent, type HttpRequest } from './request/request.ts';
import type { Outgoing } from './streaming/streamed.ts';

/** What an endpoint brings to the chain besides its operation. */
export type ChainOptions = {
  /** How errors are told, where the form that the operation names does not say it all. */
  readonly errorAnswer?: ErrorAnswer;
  /** Who the caller claims to be. Left out, no token can be good. */
  readonly authenticate?: middleware.Authenticate;
};

/** Answers an event of API Gateway, and leaves the sending to its caller. */
export type Answering = (event: APIGatewayProxyEvent, lambda: Context) => Promise<Outgoing>;

/**
 * The one chain that every request goes through, in its whole order. It answers whatever happens; nothing that was thrown leaves it.
 *
 * 1. `receive`: the event becomes a request, and its log is opened.
 * 2. The steps of Middy, from top to bottom. The answer, or the answer to an error of any step below, passes the first three on its way
 *    back, from bottom to top.
 * 3. `operate`, under one deadline: the operation itself, the 304 of a conditional request, and the making of the body. The last two
 *    are no steps of Middy, because its own timeout ends with the handler: making a body may take as long as reading what is in it.
 * 4. The sending is left to `handler.ts`: an answer that streams is sent for as long as it is made, when no other status can be told.
 */
export function chain<O extends Operation>(
  operation: O,
  handle: Handle<O, FrameContext>,
  answers: Answers,
  {
    errorAnswer = errorAnswers[operation.errorForm ?? 'problem'],
    authenticate = withoutKeys,
  }: ChainOptions = {},
): Answering {
  type Parameters = z.output<O['parameters']>;

  const steps = middy<Exchange<Parameters>, Answer>({ timeoutEarlyInMillis: 0 })
    .use(middleware.requestId())
    .use(middleware.cors())
    .use(middleware.vary())
    .use(middleware.errorMapping(errorAnswer))
    .use(middleware.readablePath())
    .use(middleware.normalisedIds())
    .use(middleware.encodedForms())
    .use(middleware.parameters<O['parameters']>(operation.parameters))
    .use(middleware.bearerToken(authenticate))
    .handler((exchange, lambda) =>
      beforeDeadline(
        operate(operation, handle, answers, exchange, lambda),
        lambda.getRemainingTimeInMillis(),
        operation,
      ),
    );

  return async (event, lambda) => {
    const received = receive(operation, event, lambda);
    const { request, log } = received;
    try {
      return { ...received, answer: await steps({ request, operation, log }, lambda) };
    } catch (error) {
      // The chain itself failed, error mapping included: a defect of ours, of which nothing may leave.
      log.trouble(error);
      const answer = errorAnswer(undefined, request.id);
      return { ...received, answer: withHeaders(answer, corsHeaders(request.resource)) };
    }
  };
}

function receive({ id }: Operation, event: APIGatewayProxyEvent, lambda: Context) {
  const request = fromGatewayEvent(event, lambda.awsRequestId, viewerAddressHeader());
  return { request, log: openLog(request.id, id, request.method, request.sourceAddress) };
}

async function operate<O extends Operation>(
  operation: O,
  handle: Handle<O, FrameContext>,
  answers: Answers,
  exchange: Exchange<z.output<O['parameters']>>,
  lambda: Context,
): Promise<Answer> {
  const current = { ...settings(), answers };
  const answer = await handle(operationRequest(exchange, operation), {
    settings: current,
    log: exchange.log,
    requestId: exchange.request.id,
    remainingMilliseconds: () => lambda.getRemainingTimeInMillis(),
  });
  const needed = conditional(exchange.request, answer);
  const make = answers === 'stream' ? inPieces : inOnePiece;
  return make(needed, {
    indent: indentOf(exchange.parameters),
    whenTooLarge: operation.whenTooLarge,
    limit: answerLimit(current),
  });
}

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
  const indent = parameters instanceof Object ? Reflect.get(parameters, 'indent') : undefined;
  return typeof indent === 'number' ? indent : undefined;
}
