import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type * as z from 'zod';

import { openLog, type Log } from '../log.ts';
import {
  settingsResult,
  validSettings,
  type ResponseMode,
  type SettingsResult,
} from '../settings.ts';
import {
  errorFormatters,
  type ErrorFormatter,
  type PageErrorFormatter,
} from './errors/error-formats.ts';
import * as middleware from './middleware.ts';
import type { HandlerContext, OperationHandler } from './operation-handler.ts';
import type { Operation } from './operation.ts';
import type { RequestContext } from './request-context.ts';
import { authenticateWithoutTokens } from './request/bearer.ts';
import { fromGatewayEvent, type HttpRequest } from './request/request.ts';
import { corsHeaders } from './responses/cors.ts';
import { withDeadline } from './responses/deadline.ts';
import { withHeaders, type HttpResponse } from './responses/response.ts';
import { runOperation } from './run-operation.ts';
import type { OutgoingResponse } from './streaming/send-response.ts';

export type LifecycleOptions = {
  /** Replaces the error format of the operation. */
  readonly errorFormatter?: ErrorFormatter;
  /** Makes the HTML pages that show errors, for operations with the format html. */
  readonly pageErrorFormatter?: PageErrorFormatter;
  /** Reads the caller from the token. Without it every token is refused. */
  readonly authenticate?: middleware.Authenticate;
  /** Adds fields to the log at the start of a request. */
  readonly addLogFields?: (log: Log) => void;
};

/** Turns an event of API Gateway into a response that is ready to be sent. It never throws. */
export type RequestLifecycle = (
  event: APIGatewayProxyEvent,
  lambdaContext: Context,
) => Promise<OutgoingResponse>;

/**
 * Creates the lifecycle of the requests of an operation. Its steps are `receiveRequest`, the middleware from top to bottom,
 * `runOperation` with the handler, and the first six middleware again from bottom to top. The response is sent afterwards
 * (lambda-handler.ts, streaming/streaming-handler.ts).
 * @rule Requests: In which order does a request pass the steps of the service?
 */
export function createRequestLifecycle<O extends Operation>(
  operation: O,
  handler: OperationHandler<O, HandlerContext>,
  responseMode: ResponseMode,
  {
    errorFormatter = errorFormatters[operation.errorFormat ?? 'problem'],
    authenticate = authenticateWithoutTokens,
    pageErrorFormatter,
    addLogFields,
  }: LifecycleOptions = {},
): RequestLifecycle {
  type Parameters = z.output<O['parameters']>;

  const runChain = middy<RequestContext<Parameters, O>, HttpResponse>({ timeoutEarlyInMillis: 0 })
    .use(middleware.addRequestId()) // on the response
    .use(middleware.addCorsHeaders()) // on the response
    .use(middleware.addVaryHeader()) // on the response
    .use(middleware.addInstanceHeaders()) // on the response
    .use(middleware.forbidCachingOfSessions()) // on the response
    .use(middleware.mapErrors(errorFormatter, pageErrorFormatter)) // on errors of everything below
    .use(middleware.requireFront()) // before anything is read from the request
    .use(middleware.refuseUnstorablePath())
    .use(middleware.lowercasePathIds())
    .use(middleware.encodeMultipartForms())
    .use(middleware.readParameters<O['parameters']>(operation.parameters)) // and negotiate the format
    .use(middleware.authenticateCaller(authenticate)) // and check the scope
    .handler((context, lambdaContext) =>
      withDeadline(
        runOperation(handler, responseMode, context, lambdaContext),
        lambdaContext.getRemainingTimeInMillis(),
        operation,
      ),
    );

  return async (event, lambdaContext) => {
    const settings = settingsResult();
    const { request, log } = receiveRequest(operation, event, lambdaContext, settings);
    addLogFields?.(log);
    try {
      const response = await runChain({ request, operation, log, settings }, lambdaContext);
      return { request, log, settings, response };
    } catch (error) {
      // A middleware or the error mapping itself failed. This is a defect of the service, so the response reveals no details.
      log.error(error);
      const response = errorFormatter(undefined, request, settings);
      const headers = { 'X-Request-Id': request.id, ...corsHeaders(request.resource) };
      return { request, log, settings, response: withHeaders(response, headers) };
    } finally {
      log.markReady();
    }
  };
}

/** Reads an event of API Gateway, and opens the log of its request. Invalid settings are ignored here: a middleware reports them later. */
function receiveRequest(
  { id }: Operation,
  event: APIGatewayProxyEvent,
  lambdaContext: Context,
  settings: SettingsResult,
): { readonly request: HttpRequest; readonly log: Log } {
  const request = fromGatewayEvent(
    event,
    lambdaContext.awsRequestId,
    validSettings(settings)?.front,
  );
  const log = openLog({
    requestId: request.id,
    operation: id,
    method: request.method,
    address: request.sourceAddress,
    stage: event.requestContext?.stage ?? 'unknown',
  });
  return { request, log };
}
