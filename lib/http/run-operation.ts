import type { Context } from 'aws-lambda';
import type * as z from 'zod';

import { requireSettings, type ResponseMode } from '../settings.ts';
import { hasSession } from '../model/accounts/principal.ts';
import { applyReadConditions } from './conditional/validators.ts';
import {
  toOperationRequest,
  type HandlerContext,
  type OperationHandler,
} from './operation-handler.ts';
import type { Operation } from './operation.ts';
import type { RequestContext } from './request-context.ts';
import { responseLimit } from './responses/limits.ts';
import { bufferBody, startBody } from './responses/response-body.ts';
import type { HttpResponse } from './responses/response.ts';

/**
 * Calls the handler, turns its response into a 304 if the caller has it already, and makes the body. This is not a middleware, because
 * making the body can read the database, so the deadline must apply to it too.
 */
export async function runOperation<O extends Operation>(
  handler: OperationHandler<O, HandlerContext>,
  responseMode: ResponseMode,
  context: RequestContext<z.output<O['parameters']>, O>,
  lambdaContext: Context,
): Promise<HttpResponse> {
  const { operation, request, log } = context;
  const handlerSettings = { ...requireSettings(context.settings), responseMode };
  const response = await handler(toOperationRequest(context, operation, handlerSettings.language), {
    settings: handlerSettings,
    log,
    requestId: request.id,
    remainingMilliseconds: () => lambdaContext.getRemainingTimeInMillis(),
  });
  const makeBody = responseMode === 'stream' ? startBody : bufferBody;
  // Ignored with a session: a browser that has just signed in may have cached the page for everybody, which has the same entity tag.
  const conditionalResponse = hasSession(context.principal)
    ? response
    : applyReadConditions(request, response);
  return makeBody(conditionalResponse, {
    indent: indentOf(context.parameters),
    tooLargeHint: operation.tooLargeHint,
    limit: responseLimit(handlerSettings),
  });
}

function indentOf(parameters: unknown): number | undefined {
  const indent = parameters instanceof Object ? Reflect.get(parameters, 'indent') : undefined;
  return typeof indent === 'number' ? indent : undefined;
}
