import type { Lambda } from '../gateway/emulator/lambda.ts';

/** An event in a form that can be stored as JSON. `{reader}` and `{administrator}` are placeholders for the tokens of these callers. */
export type FuzzEvent = {
  readonly functionId: string;
  readonly isStreamed: boolean;
  readonly resource: string;
  readonly httpMethod: string;
  readonly pathParameters: Readonly<Record<string, string>> | null;
  readonly headers: readonly (readonly [string, string])[];
  readonly query: readonly (readonly [string, string])[];
  readonly forms: string;
  readonly body: string | null;
  readonly encoding: string;
  readonly context: string;
};

/** The answer of a function, as the gateway gets it. */
export type FuzzAnswer = {
  readonly status: unknown;
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Buffer;
};

/** The milliseconds that a function may take. */
const maxMilliseconds = 29_000;

/** Invokes the function. @param tokens the tokens by their placeholders, without braces */
export async function sendEvent(
  lambda: Lambda,
  event: FuzzEvent,
  tokens: Readonly<Record<string, string>>,
): Promise<FuzzAnswer> {
  const gatewayEvent = toGatewayEvent(event, tokens);
  if (event.isStreamed) {
    const { prelude, body } = await lambda.stream(event.functionId, gatewayEvent, maxMilliseconds);
    const bytes = Buffer.from(await new Response(body).arrayBuffer());
    return { status: prelude.statusCode, headers: Object.entries(prelude.headers), bytes };
  }
  const result = Object(await lambda.invoke(event.functionId, gatewayEvent, maxMilliseconds));
  return {
    status: result.statusCode,
    headers: Object.entries<string>(result.headers ?? {}),
    bytes: Buffer.from(String(result.body)),
  };
}

function toGatewayEvent(event: FuzzEvent, tokens: Readonly<Record<string, string>>): unknown {
  const { resource, httpMethod, pathParameters, body, encoding, context, forms } = event;
  const headers = event.headers.map(
    ([name, value]) =>
      [name, value.replaceAll(/\{(\w+)\}/g, (text, caller) => tokens[caller] ?? text)] as const,
  );
  const sendsSingleValues = forms === 'both' || forms === 'single';
  const sendsValueLists = forms === 'both' || forms === 'multiple';
  return {
    resource,
    path: resource,
    httpMethod,
    pathParameters,
    headers: sendsSingleValues ? toSingleValues(headers) : null,
    multiValueHeaders: sendsValueLists ? toValueLists(headers) : null,
    queryStringParameters: sendsSingleValues ? toSingleValues(event.query) : null,
    multiValueQueryStringParameters: sendsValueLists ? toValueLists(event.query) : null,
    stageVariables: null,
    body: body !== null && encoding === 'base64' ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded: encoding !== 'plain',
    ...contexts[context],
  };
}

const contexts: Readonly<Record<string, object>> = {
  whole: { requestContext: { requestId: 'fuzz', identity: { sourceIp: '203.0.113.7' } } },
  'no identity': { requestContext: { requestId: 'fuzz', identity: null } },
  empty: { requestContext: {} },
  missing: {},
};

function toSingleValues(pairs: FuzzEvent['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs);
}

function toValueLists(pairs: FuzzEvent['headers']): Readonly<Record<string, readonly string[]>> {
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.map(([, value]) => value)]),
  );
}
