import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type * as z from 'zod';

import { InvalidToken } from '../identity/errors.ts';
import { openLog } from '../log.ts';
import { anonymous, type Principal } from '../model/accounts/principal.ts';
import { InvalidSettings, settings, type ResponseMode } from '../settings.ts';
import { withHeaders, type HttpResponse } from './responses/response.ts';
import { corsHeaders } from './responses/cors.ts';
import { responseLimit } from './responses/limits.ts';
import { bufferBody, startBody } from './responses/response-body.ts';
import { applyReadConditions } from './conditional/validators.ts';
import { withDeadline } from './responses/deadline.ts';
import {
  toOperationRequest,
  type HandlerContext,
  type OperationHandler,
} from './operation-handler.ts';
import { errorResponses, type ErrorResponse } from './errors/error-responses.ts';
import type { RequestContext } from './request-context.ts';
import * as middleware from './middleware.ts';
import type { Operation } from './operation.ts';
import { readBearerToken } from './request/bearer.ts';
import { fromGatewayEvent, type HttpRequest } from './request/request.ts';
import type { OutgoingResponse } from './streaming/send-response.ts';

export type LifecycleOptions = {
  /** Replaces the error format that the operation names. */
  readonly errorResponse?: ErrorResponse;
  /** Reads the caller from the token. Without it every token is refused. */
  readonly authenticate?: middleware.Authenticate;
};

/** Turns an event of API Gateway into a response that is ready to be sent. It never throws. */
export type RequestLifecycle = (
  event: APIGatewayProxyEvent,
  lambda: Context,
) => Promise<OutgoingResponse>;

/**
 * The one chain that every request goes through, in its whole order. It answers whatever happens; nothing that was thrown leaves it.
 *
 * 1. `receive`: the event becomes a request, and its log is opened.
 * 2. The steps of Middy, from top to bottom. The answer, or the answer to an error of any step below, passes the first three on its way
 *    back, from bottom to top.
 * 3. `operate`, under one deadline: the operation itself, the 304 of a conditional request, and the making of the body. The last two
 *    are no steps of Middy, because its own timeout ends with the handler: making a body may take as long as reading what is in it.
 * 4. The sending is left to `lambda-handler.ts`: an answer that streams is sent for as long as it is made, when no other status can be told.
 */
export function createRequestLifecycle<O extends Operation>(
  operation: O,
  handle: OperationHandler<O, HandlerContext>,
  answers: ResponseMode,
  {
    errorResponse: errorAnswer = errorResponses[operation.errorFormat ?? 'problem'],
    authenticate = withoutKeys,
  }: LifecycleOptions = {},
): RequestLifecycle {
  type Parameters = z.output<O['parameters']>;

  const steps = middy<RequestContext<Parameters>, HttpResponse>({ timeoutEarlyInMillis: 0 })
    .use(middleware.addRequestId())
    .use(middleware.addCorsHeaders())
    .use(middleware.addVaryHeader())
    .use(middleware.mapErrors(errorAnswer))
    .use(middleware.refuseUnstorablePath())
    .use(middleware.lowercasePathIds())
    .use(middleware.encodeMultipartForms())
    .use(middleware.readParameters<O['parameters']>(operation.parameters))
    .use(middleware.authenticateCaller(authenticate))
    .handler((exchange, lambda) =>
      withDeadline(
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
      // A middleware or the error mapping itself failed: a defect of the service, so the caller learns nothing about it.
      log.error(error);
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
  handle: OperationHandler<O, HandlerContext>,
  answers: ResponseMode,
  exchange: RequestContext<z.output<O['parameters']>>,
  lambda: Context,
): Promise<HttpResponse> {
  const current = { ...settings(), answers };
  const answer = await handle(toOperationRequest(exchange, operation), {
    settings: current,
    log: exchange.log,
    requestId: exchange.request.id,
    remainingMilliseconds: () => lambda.getRemainingTimeInMillis(),
  });
  const needed = applyReadConditions(exchange.request, answer);
  const make = answers === 'stream' ? startBody : bufferBody;
  return make(needed, {
    indent: indentOf(exchange.parameters),
    tooLargeAdvice: operation.tooLargeAdvice,
    limit: responseLimit(current),
  });
}

async function withoutKeys(request: HttpRequest): Promise<Principal> {
  if (readBearerToken(request) === undefined) return anonymous;
  throw new InvalidToken();
}

/** Returns undefined if the settings are invalid: a middleware reports them later, and the request still gets a response. */
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
