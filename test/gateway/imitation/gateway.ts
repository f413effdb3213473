import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { proxyEvent, type WireRequest } from './event.ts';
import { EventTooLarge, lambda, type Code, type Invoke } from './functions.ts';
import { packagedTemplate } from './packaged.ts';
import { gatewayResponse, proxyResponse } from './response.ts';
import { functionFor, match } from './routing.ts';
import { restApi, type RestApi } from './template.ts';

/** How long API Gateway waits for a function, and how much it takes. */
const longestWait = 29_000;
const requestLimit = 10 * 1024 * 1024;

/** A REST API that answers requests. */
export type Gateway = {
  readonly api: RestApi;
  readonly answer: (request: WireRequest) => Promise<Response>;
  /**
   * Answers a request as `fetch` would; its header names arrive Capitalised-Like-This. The header `x-imitated-address` stays
   * here: it is the caller's address.
   */
  readonly fetch: (request: Request) => Promise<Response>;
};

function capitalised(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

async function onTheWire(request: Request): Promise<WireRequest> {
  const sourceAddress = request.headers.get('x-imitated-address');
  const headers = [...request.headers].filter(([name]) => name !== 'x-imitated-address');
  return {
    method: request.method,
    url: new URL(request.url),
    headers: headers.map(([name, value]) => [capitalised(name), value] as const),
    body: Buffer.from(await request.arrayBuffer()),
    ...(sourceAddress === null ? {} : { sourceAddress }),
  };
}

async function inTime(invocation: Promise<unknown>, waitingTime: number): Promise<unknown> {
  const stop = new AbortController();
  const tooLate = wait(waitingTime, undefined, { signal: stop.signal }).then(
    () => 'too late' as const,
    () => undefined,
  );
  try {
    return await Promise.race([invocation, tooLate]);
  } finally {
    stop.abort();
  }
}

/**
 * A small imitation of API Gateway (REST): what the real one does to requests and answers, and
 * serverless-offline does not show.
 * @param api read from the packaged template
 * @param invoke runs the functions
 * @param waitingTime milliseconds that a function has
 */
export function gatewayOf(api: RestApi, invoke: Invoke, waitingTime = longestWait): Gateway {
  async function answer(request: WireRequest): Promise<Response> {
    const requestId = randomUUID();
    const byItself = (type: string): Response => gatewayResponse(api, type, requestId, request);
    const found = match(api.root, request.url.pathname);
    const functionId = found && functionFor(found.resource, request.method);
    if (found === undefined || functionId === undefined) {
      return byItself('MISSING_AUTHENTICATION_TOKEN');
    }
    if (request.body.length > requestLimit) return byItself('REQUEST_TOO_LARGE');
    const event = proxyEvent(request, found, requestId, api.binaryMediaTypes);
    try {
      const result = await inTime(invoke(functionId, event, waitingTime), waitingTime);
      if (result === 'too late') return byItself('INTEGRATION_TIMEOUT');
      const response = proxyResponse(result, request, api);
      response.headers.set('x-amzn-RequestId', requestId);
      return response;
    } catch (error) {
      return byItself(error instanceof EventTooLarge ? 'REQUEST_TOO_LARGE' : 'INTEGRATION_FAILURE');
    }
  }
  return { api, answer, fetch: async (request) => answer(await onTheWire(request)) };
}

/**
 * The service behind the imitated gateway, as packaged.
 * @param code the bundles that AWS would get, or the sources for speed
 * @param waitingTime milliseconds that a function has
 */
export async function openGateway(
  code: Code = 'sources',
  waitingTime = longestWait,
): Promise<Gateway> {
  const { template, bundles } = await packagedTemplate();
  const api = restApi(template);
  return gatewayOf(api, lambda(api, bundles, code), waitingTime);
}
