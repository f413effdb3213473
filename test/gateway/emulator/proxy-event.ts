import type { APIGatewayProxyEvent } from 'aws-lambda';

import type { RouteMatch } from './routing.ts';

/** A request on the wire: header names in the case in which they were sent. */
export type WireRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** By default an address that is reserved for documentation. */
  readonly sourceAddress?: string;
};

const stage = 'test';

function groupValues(
  pairs: Iterable<readonly [string, string]>,
): Readonly<Record<string, string[]>> | null {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) groups.set(name, [...(groups.get(name) ?? []), value]);
  return groups.size === 0 ? null : Object.fromEntries(groups);
}

function lastValues(
  groups: Readonly<Record<string, string[]>> | null,
): Record<string, string> | null {
  if (groups === null) return null;
  return Object.fromEntries(Object.entries(groups).map(([name, all]) => [name, all.at(-1) ?? '']));
}

function isBinary(contentType: string, binaryMediaTypes: readonly string[]): boolean {
  return binaryMediaTypes.some((type) => type === '*/*' || contentType.startsWith(type));
}

/**
 * Creates the event that API Gateway (REST) sends to a function of a proxy integration. The path begins with the base path of a custom
 * domain, so that tests fail if a function relies on the path.
 * @param binaryMediaTypes the binary types of the API; bodies of these types are sent as base64
 */
export function createProxyEvent(
  request: WireRequest,
  route: RouteMatch,
  requestId: string,
  binaryMediaTypes: readonly string[],
): APIGatewayProxyEvent {
  const { method, url, body, sourceAddress = '203.0.113.7' } = request;
  const headers = [
    ...request.headers,
    ['X-Forwarded-For', sourceAddress] as const,
    ['X-Forwarded-Proto', 'https'] as const,
  ];
  const contentType = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
  const isBase64 = isBinary(contentType, binaryMediaTypes);
  const query = groupValues(url.searchParams);
  const { pathParameters } = route;
  return {
    resource: route.resource.path,
    path: `/base${url.pathname}`,
    httpMethod: method,
    headers: lastValues(groupValues(headers)) ?? {},
    multiValueHeaders: groupValues(headers) ?? {},
    queryStringParameters: lastValues(query),
    multiValueQueryStringParameters: query,
    pathParameters: Object.keys(pathParameters).length === 0 ? null : { ...pathParameters },
    stageVariables: null,
    body: body.length === 0 ? null : body.toString(isBase64 ? 'base64' : 'utf8'),
    isBase64Encoded: isBase64 && body.length > 0,
    requestContext: {
      accountId: '123456789012',
      apiId: 'emulator',
      authorizer: undefined,
      httpMethod: method,
      path: `/${stage}${url.pathname}`,
      protocol: 'HTTP/1.1',
      requestId,
      requestTimeEpoch: Date.now(),
      resourceId: 'emulator',
      resourcePath: route.resource.path,
      stage,
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: sourceAddress,
        user: null,
        userAgent: null,
        userArn: null,
      },
    },
  };
}
