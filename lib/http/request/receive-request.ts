import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

import { openLog, type Log } from '../../log.ts';
import { settingsIfValid } from '../../settings.ts';
import type { Operation } from '../operation.ts';
import { fromGatewayEvent, type HttpRequest } from './request.ts';

/** Reads an event of API Gateway, and opens the log of its request. Invalid settings are ignored here: a middleware reports them later. */
export function receiveRequest(
  { id }: Operation,
  event: APIGatewayProxyEvent,
  lambdaContext: Context,
): { readonly request: HttpRequest; readonly log: Log } {
  const request = fromGatewayEvent(event, lambdaContext.awsRequestId, settingsIfValid()?.front);
  const log = openLog({
    requestId: request.id,
    operation: id,
    method: request.method,
    address: request.sourceAddress,
    stage: event.requestContext?.stage ?? 'unknown',
  });
  return { request, log };
}
