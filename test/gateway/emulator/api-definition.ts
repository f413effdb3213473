import type * as z from 'zod';

import type { Template } from '../../../infra/aws/packaging.ts';
import { anyMethod, apiSchema, methodKeys, type Body, type BodyOperation } from './api-schema.ts';

/** A method of the API, with the key of its path in the definition. */
export type DefinedMethod = {
  readonly path: string;
  /** Such as GET; ANY stands for all methods that the path does not define. */
  readonly httpMethod: string;
  /** The id of the function in the template. */
  readonly functionId: string;
  /** Milliseconds that API Gateway waits for the end of a streamed answer; undefined if the method does not stream. */
  readonly streamTimeout: number | undefined;
};

/** A response of API Gateway itself, without a function. */
export type GatewayResponse = {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly template: string;
};

export type ApiDefinition = {
  readonly methods: readonly DefinedMethod[];
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  readonly binaryMediaTypes: readonly string[];
  readonly minimumCompressionSize: number;
};

/**
 * Reads the definition of the API from the body of the API in the packaged template.
 * @throws Error if API Gateway would refuse it, or if something beside the body would change the API
 */
export function readApiDefinition(template: Template): ApiDefinition {
  const apis = Object.values(template.Resources).filter(
    ({ Type }) => Type === 'AWS::ApiGateway::RestApi',
  );
  if (apis.length !== 1) throw new Error(`The template has ${apis.length} APIs.`);
  refuseOtherParts(template);
  const api = apiSchema.parse(apis[0]?.Properties);
  refuseContradictions(api);
  const { Body: body } = api;
  return {
    methods: listMethods(body, template),
    gatewayResponses: new Map(
      Object.entries(body['x-amazon-apigateway-gateway-responses']).map(([type, response]) => [
        type,
        {
          status: response.statusCode === undefined ? undefined : Number(response.statusCode),
          headers: response.responseParameters,
          template: response.responseTemplates['application/json'],
        },
      ]),
    ),
    binaryMediaTypes: body['x-amazon-apigateway-binary-media-types'],
    minimumCompressionSize: body['x-amazon-apigateway-minimum-compression-size'],
  };
}

/** Importing a body deletes parts of the API that it does not have, so there must be no other parts. */
function refuseOtherParts({ Resources }: Template): void {
  const others = Object.entries(Resources).filter(([, { Type }]) =>
    /^AWS::ApiGateway::(Resource|Method|Model|GatewayResponse|RequestValidator|Authorizer)$/.test(
      Type,
    ),
  );
  if (others.length > 0)
    throw new Error(`Importing the body would delete ${others.map(([id]) => id).join(', ')}.`);
}

/** The body and the properties of an API are applied one after the other, so they must not contradict each other. */
function refuseContradictions({ Body: body, ...api }: z.output<typeof apiSchema>): void {
  const inBody = [
    body.info.title,
    body['x-amazon-apigateway-binary-media-types'],
    body['x-amazon-apigateway-minimum-compression-size'],
  ];
  const inProperties = [api.Name, api.BinaryMediaTypes, api.MinimumCompressionSize];
  if (JSON.stringify(inBody) !== JSON.stringify(inProperties))
    throw new Error('The body of the API contradicts its properties.');
}

function listMethods({ paths }: Body, template: Template): readonly DefinedMethod[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    methodKeys.flatMap((key) => {
      const operation = operations[key];
      if (operation === undefined) return [];
      refuseUndeclaredVariables(path, operation);
      const integration = operation['x-amazon-apigateway-integration'];
      requireResource(template, integration.functionId, 'AWS::Lambda::Function');
      requireResource(template, integration.credentials, 'AWS::IAM::Role');
      return [
        {
          path,
          httpMethod: key === anyMethod ? 'ANY' : key.toUpperCase(),
          functionId: integration.functionId,
          streamTimeout: integration.mode === 'STREAM' ? integration.timeoutInMillis : undefined,
        },
      ];
    }),
  );
}

function refuseUndeclaredVariables(path: string, { parameters }: BodyOperation): void {
  const variables = [...path.matchAll(/\{([^{}+]+)\+?\}/g)].map(([, name]) => name);
  const declared = parameters.map(({ name }) => name);
  if (variables.join() !== declared.join())
    throw new Error(
      `${path} has the variables ${variables.join()}, but declares ${declared.join()}.`,
    );
}

function requireResource({ Resources }: Template, id: string, type: string): void {
  if (Resources[id]?.Type !== type) throw new Error(`The template has no ${type} ${id}.`);
}
