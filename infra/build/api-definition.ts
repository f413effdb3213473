import * as z from 'zod';

import {
  apiId,
  describesApi,
  listCompiledMethods,
  listCompiledResponses,
  type CompiledMethod,
  type CompiledResponse,
  type Resource,
} from './compiled-api.ts';

/** The part of the packager (Serverless Framework) that this plug-in uses. */
type Serverless = {
  readonly service: {
    readonly provider: {
      readonly compiledCloudFormationTemplate: { readonly Resources: Record<string, Resource> };
    };
  };
};

/** The ending of the ids of the permissions that the packager declares, one for each function. */
const permissionSuffix = 'LambdaPermissionApiGateway';

const apiSchema = z.looseObject({
  Name: z.string(),
  BinaryMediaTypes: z.array(z.string()),
  MinimumCompressionSize: z.number(),
  EndpointConfiguration: z.object({ Types: z.tuple([z.string()]) }),
});

/**
 * A packager plug-in that turns the resources which describe the API into one OpenAPI document, the body of the API, because a stack can
 * have at most 500 resources (ADR 074). The declarations of the functions keep their events, which serverless-offline reads.
 */
export default class ApiDefinition {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ service }: Serverless) {
    this.hooks = {
      'before:aws:package:finalize:saveServiceState': () => {
        moveIntoBody(service.provider.compiledCloudFormationTemplate.Resources);
      },
    };
  }
}

function moveIntoBody(resources: Record<string, Resource>): void {
  const api = resources[apiId];
  if (api === undefined) throw new Error(`The template has no API with the id ${apiId}.`);
  const properties = apiSchema.parse(api.Properties);
  const [endpointType] = properties.EndpointConfiguration.Types;
  api.Properties = {
    ...properties,
    Body: createBody(properties, listCompiledMethods(resources), listCompiledResponses(resources)),
    // The body is all of the API: a path that it no longer has is deleted.
    Mode: 'overwrite',
    // What API Gateway would leave out makes the deployment fail.
    FailOnWarnings: true,
    // An API that is created from a body would be of type EDGE first.
    Parameters: { endpointConfigurationTypes: endpointType },
  };
  const movedIds = new Set(
    Object.entries(resources)
      .filter(([id, { Type }]) => describesApi(Type) || id.endsWith(permissionSuffix))
      .map(([id]) => id),
  );
  for (const id of movedIds) delete resources[id];
  for (const resource of Object.values(resources)) {
    if (resource.DependsOn === undefined) continue;
    resource.DependsOn = [resource.DependsOn].flat().filter((id) => !movedIds.has(id));
  }
}

/**
 * Creates the OpenAPI document of the API with the extensions of API Gateway. It also says what the properties of the API say, because
 * importing it replaces these settings.
 * @rule Deployment: How does API Gateway get its paths, methods and error responses?
 */
function createBody(
  api: z.output<typeof apiSchema>,
  methods: readonly CompiledMethod[],
  responses: readonly CompiledResponse[],
): unknown {
  const methodsByPath = Map.groupBy(methods, ({ path }) => path);
  return {
    openapi: '3.0.1',
    info: { title: api.Name, version: '1' },
    paths: Object.fromEntries(
      [...methodsByPath].map(([path, methodsOfPath]) => [
        path,
        Object.fromEntries(methodsOfPath.map(describeMethod)),
      ]),
    ),
    'x-amazon-apigateway-binary-media-types': api.BinaryMediaTypes,
    'x-amazon-apigateway-minimum-compression-size': api.MinimumCompressionSize,
    'x-amazon-apigateway-gateway-responses': Object.fromEntries(responses.map(describeResponse)),
  };
}

/**
 * Describes a method. API Gateway calls its function with one role instead of a permission for each function. This applies to functions
 * that stream too: AWS documents a role for them, and a call that streams needs the same right, lambda:InvokeFunction.
 */
function describeMethod({
  path,
  httpMethod,
  integration,
}: CompiledMethod): readonly [method: string, description: unknown] {
  const { Uri: uri, TimeoutInMillis, ResponseTransferMode } = integration;
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
  return [
    httpMethod === 'ANY' ? 'x-amazon-apigateway-any-method' : httpMethod.toLowerCase(),
    {
      ...(names.length === 0 ? {} : { parameters: names.map(describePathVariable) }),
      responses: {},
      'x-amazon-apigateway-integration': {
        type: 'aws_proxy',
        httpMethod: 'POST',
        uri,
        credentials: { 'Fn::GetAtt': ['ApiInvocationRole', 'Arn'] },
        ...(TimeoutInMillis === undefined ? {} : { timeoutInMillis: TimeoutInMillis }),
        ...(ResponseTransferMode === undefined
          ? {}
          : { responseTransferMode: ResponseTransferMode }),
      },
    },
  ];
}

const describePathVariable = (name: string): unknown => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});

function describeResponse({
  ResponseType,
  StatusCode,
  ResponseParameters: responseParameters,
  ResponseTemplates: responseTemplates,
}: CompiledResponse): readonly [type: string, description: unknown] {
  const status = StatusCode === undefined ? {} : { statusCode: StatusCode };
  return [ResponseType, { ...status, responseParameters, responseTemplates }];
}
