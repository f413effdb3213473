import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

/** The parts of an event that a test sets. The others have the values that API Gateway sets. */
export type EventParts = {
  readonly method?: string;
  readonly resource?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string[]>>;
  readonly headers?: Readonly<Record<string, string[]>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
};

/** Creates an event of API Gateway (REST). */
export function gatewayEvent(parts: EventParts = {}): APIGatewayProxyEvent {
  const { method = 'GET', resource = '/things/{first}', path = { first: 'one' } } = parts;
  return {
    resource,
    path: '/things/one',
    httpMethod: method,
    headers: Object.fromEntries(
      Object.entries(parts.headers ?? {}).map(([name, values]) => [name, values.at(-1)]),
    ),
    multiValueHeaders: { ...parts.headers },
    queryStringParameters: null,
    multiValueQueryStringParameters: parts.query === undefined ? null : { ...parts.query },
    pathParameters: { ...path },
    stageVariables: null,
    body: parts.body ?? null,
    isBase64Encoded: parts.isBase64Encoded ?? false,
    requestContext: {
      accountId: '1',
      apiId: 'a',
      authorizer: undefined,
      httpMethod: method,
      path: '/test/things/one',
      protocol: 'HTTP/1.1',
      requestId: 'request-1',
      requestTimeEpoch: 0,
      resourceId: 'r',
      resourcePath: resource,
      stage: 'test',
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
        sourceIp: '203.0.113.7',
        user: null,
        userAgent: null,
        userArn: null,
      },
    },
  };
}

/**
 * Creates the context of an invocation.
 * @param milliseconds the remaining time
 */
export function lambdaContext(milliseconds = 29_000): Context {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: 'test',
    functionVersion: '1',
    invokedFunctionArn: 'arn:aws:lambda:eu-west-1:1:function:test',
    memoryLimitInMB: '256',
    awsRequestId: 'lambda-1',
    logGroupName: 'test',
    logStreamName: 'test',
    getRemainingTimeInMillis: () => milliseconds,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
