import * as z from 'zod';

const arnOf = z
  .strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) })
  .transform((value) => value['Fn::GetAtt'][0]);

/** The limits of API Gateway in milliseconds. */
const timeoutLimits = { BUFFERED: 29_000, STREAM: 900_000 } as const;

/** The version and the last part of the call of a function, which differ by transfer mode. */
const calls = {
  BUFFERED: ['2015-03-31', '/invocations'],
  STREAM: ['2021-11-15', '/response-streaming-invocations'],
} as const;

const integrationSchema = z
  .strictObject({
    type: z.literal('aws_proxy'),
    httpMethod: z.literal('POST'),
    uri: z.strictObject({
      'Fn::Join': z.tuple([
        z.literal(''),
        z.tuple([
          z.literal('arn:'),
          z.strictObject({ Ref: z.literal('AWS::Partition') }),
          z.literal(':apigateway:'),
          z.strictObject({ Ref: z.literal('AWS::Region') }),
          z.string(),
          arnOf,
          z.string(),
        ]),
      ]),
    }),
    credentials: arnOf,
    timeoutInMillis: z.number().int().min(50).optional(),
    responseTransferMode: z.enum(['BUFFERED', 'STREAM']).default('BUFFERED'),
  })
  .transform(({ uri, credentials, responseTransferMode: mode, ...integration }) => {
    const [, , , , service, functionId, action] = uri['Fn::Join'][1];
    const { timeoutInMillis = 29_000 } = integration;
    return { service, functionId, action, credentials, mode, timeoutInMillis };
  })
  .refine(({ mode, timeoutInMillis }) => timeoutInMillis <= timeoutLimits[mode], {
    error: 'The timeout is over the limit of the transfer mode.',
  })
  .refine(
    ({ mode, service, action }) => {
      const [version, lastPart] = calls[mode];
      return service === `:lambda:path/${version}/functions/` && action === lastPart;
    },
    { error: 'The URI is that of the other transfer mode.' },
  );

const operationSchema = z.strictObject({
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.literal('path'),
        required: z.literal(true),
        schema: z.strictObject({ type: z.literal('string') }),
      }),
    )
    .default([]),
  responses: z.strictObject({}),
  'x-amazon-apigateway-integration': integrationSchema,
});

/** The key of the methods that a path does not define. */
export const anyMethod = 'x-amazon-apigateway-any-method';

/** The keys of the methods of a path. */
export const methodKeys = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  anyMethod,
] as const;

const responseTypes = [
  'ACCESS_DENIED',
  'API_CONFIGURATION_ERROR',
  'AUTHORIZER_CONFIGURATION_ERROR',
  'AUTHORIZER_FAILURE',
  'BAD_REQUEST_BODY',
  'BAD_REQUEST_PARAMETERS',
  'DEFAULT_4XX',
  'DEFAULT_5XX',
  'EXPIRED_TOKEN',
  'INTEGRATION_FAILURE',
  'INTEGRATION_TIMEOUT',
  'INVALID_API_KEY',
  'INVALID_SIGNATURE',
  'MISSING_AUTHENTICATION_TOKEN',
  'QUOTA_EXCEEDED',
  'REQUEST_TOO_LARGE',
  'RESOURCE_NOT_FOUND',
  'THROTTLED',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA_TYPE',
  'WAF_FILTERED',
] as const;

const responseSchema = z.strictObject({
  statusCode: z
    .string()
    .regex(/^[1-5]\d\d$/)
    .optional(),
  responseParameters: z.record(
    z.string().regex(/^gatewayresponse\.header\.[\w-]+$/),
    // A text, or a value of the request.
    z.string().regex(/^('[^']*'|context\.\w+)$/),
  ),
  responseTemplates: z.strictObject({ 'application/json': z.string() }),
});

const bodySchema = z.strictObject({
  openapi: z.literal('3.0.1'),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.partialRecord(z.enum(methodKeys), operationSchema)),
  'x-amazon-apigateway-binary-media-types': z.array(z.string()),
  'x-amazon-apigateway-minimum-compression-size': z.number().int().min(0).max(10_485_760),
  'x-amazon-apigateway-gateway-responses': z.partialRecord(z.enum(responseTypes), responseSchema),
});

/** The body of an API as far as this project uses what API Gateway accepts. Everything else is refused. */
export type Body = z.output<typeof bodySchema>;

/** A method of a path. */
export type BodyOperation = z.output<typeof operationSchema>;

/** The properties of an API in a template. */
export const apiSchema = z.strictObject({
  Name: z.string(),
  Policy: z.literal(''),
  BinaryMediaTypes: z.array(z.string()),
  MinimumCompressionSize: z.number(),
  EndpointConfiguration: z.strictObject({ Types: z.tuple([z.literal('REGIONAL')]) }),
  Parameters: z.strictObject({ endpointConfigurationTypes: z.literal('REGIONAL') }),
  Mode: z.literal('overwrite'),
  FailOnWarnings: z.literal(true),
  Body: bodySchema,
});
