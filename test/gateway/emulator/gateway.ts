import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { APIGatewayProxyEvent } from 'aws-lambda';

import { checkAnswer } from '../openapi/check-answer.ts';
import { createProxyEvent, type WireRequest } from './proxy-event.ts';
import { EventTooLarge, createLambda, type FunctionCode, type Lambda } from './lambda.ts';
import { loadPackagedService, loadTemplate } from './load-packaged-service.ts';
import { gatewayResponse, proxyResponse, streamedResponse } from './response.ts';
import { functionForMethod, matchRoute, streamTimeout, type RouteMatch } from './routing.ts';
import type { StreamLimits } from './streams.ts';
import { readRestApi, type RestApi } from './rest-api.ts';

/** The limits of API Gateway. */
const maxWait = 29_000;
const maxRequestBytes = 10 * 1024 * 1024;

export type Gateway = {
  readonly api: RestApi;
  readonly answer: (request: WireRequest) => Promise<Response>;
  /**
   * Answers a request as `fetch` would. Header names arrive Capitalised-Like-This. The header `x-emulated-address` sets the address of
   * the caller, and is not passed on.
   */
  readonly fetch: (request: Request) => Promise<Response>;
};

function capitalise(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

async function toWireRequest(request: Request): Promise<WireRequest> {
  const sourceAddress = request.headers.get('x-emulated-address');
  const headers = [...request.headers].filter(([name]) => name !== 'x-emulated-address');
  return {
    method: request.method,
    url: new URL(request.url),
    headers: headers.map(([name, value]) => [capitalise(name), value] as const),
    body: Buffer.from(await request.arrayBuffer()),
    ...(sourceAddress === null ? {} : { sourceAddress }),
  };
}

async function withTimeLimit<Result>(
  invocation: Promise<Result>,
  waitingTime: number,
): Promise<Result | 'too late'> {
  const stop = new AbortController();
  // Aborting the timer also resolves this promise, but the race is over then.
  const tooLate = wait(waitingTime, undefined, { signal: stop.signal }).then(
    () => 'too late' as const,
    () => 'too late' as const,
  );
  try {
    return await Promise.race([invocation, tooLate]);
  } finally {
    stop.abort();
  }
}

/** Checks an answer before the caller gets it. */
type CheckAnswer = (
  request: WireRequest,
  route: RouteMatch,
  response: Response,
) => Promise<Response>;

const acceptAnswer: CheckAnswer = async (_request, _route, response) => response;

/**
 * A small emulator of API Gateway (REST). It changes requests and answers as API Gateway does, which serverless-offline does not.
 * @param waitingTime milliseconds for every function, instead of the limits of API Gateway
 */
export function createGateway(
  api: RestApi,
  functions: Lambda,
  waitingTime?: number,
  check: CheckAnswer = acceptAnswer,
): Gateway {
  /** Calls a function. @returns undefined if its answer came too late */
  async function invokeFunction(
    functionId: string,
    event: APIGatewayProxyEvent,
    request: WireRequest,
    streamTime: number | undefined,
  ): Promise<Response | undefined> {
    const time = waitingTime ?? streamTime ?? maxWait;
    if (streamTime !== undefined) {
      const streamed = await withTimeLimit(functions.stream(functionId, event, time), time);
      return streamed === 'too late' ? undefined : streamedResponse(streamed, request);
    }
    const result = await withTimeLimit(functions.invoke(functionId, event, time), time);
    return result === 'too late' ? undefined : proxyResponse(result, request, api);
  }

  async function answer(request: WireRequest): Promise<Response> {
    const route = matchRoute(api.root, request.url.pathname);
    const response = await answerRoute(request, route);
    return route === undefined ? response : check(request, route, response);
  }

  async function answerRoute(
    request: WireRequest,
    route: RouteMatch | undefined,
  ): Promise<Response> {
    const requestId = randomUUID();
    const errorResponse = (type: string): Response =>
      gatewayResponse(api, type, requestId, request);
    const functionId = route && functionForMethod(route.resource, request.method);
    if (route === undefined || functionId === undefined) {
      return errorResponse('MISSING_AUTHENTICATION_TOKEN');
    }
    if (request.body.length > maxRequestBytes) return errorResponse('REQUEST_TOO_LARGE');
    const event = createProxyEvent(request, route, requestId, api.binaryMediaTypes);
    try {
      const streamTime = streamTimeout(route.resource, request.method);
      const response = await invokeFunction(functionId, event, request, streamTime);
      if (response === undefined) return errorResponse('INTEGRATION_TIMEOUT');
      response.headers.set('x-amzn-RequestId', requestId);
      return response;
    } catch (error) {
      return errorResponse(
        error instanceof EventTooLarge ? 'REQUEST_TOO_LARGE' : 'INTEGRATION_FAILURE',
      );
    }
  }
  return { api, answer, fetch: async (request) => answer(await toWireRequest(request)) };
}

/**
 * Opens the packaged service behind the emulated gateway. If tests run the sources, their requests and answers are checked against the
 * OpenAPI document; benches measure without this check.
 * @param code the bundles for AWS, or the sources, which load faster
 * @param waitingTime milliseconds for every function, instead of the limits of API Gateway
 */
export async function openGateway(
  code: FunctionCode = 'sources',
  waitingTime?: number,
  limits?: StreamLimits,
): Promise<Gateway> {
  const { template, bundles } =
    code === 'sources'
      ? { template: await loadTemplate(), bundles: [] }
      : await loadPackagedService();
  const api = readRestApi(template);
  const isTest = process.env['VITEST'] !== undefined && code === 'sources';
  const functions = createLambda(api, bundles, code, limits);
  return createGateway(api, functions, waitingTime, isTest ? checkAnswer : acceptAnswer);
}
