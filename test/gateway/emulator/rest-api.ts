import * as z from 'zod';

import type { Template } from '../../../infra/aws/packaging.ts';

export type ApiResource = {
  /** Such as `/resources/{first}`. */
  readonly path: string;
  readonly children: readonly ApiResource[];
  /** Names of functions by method; ANY stands for all other methods. */
  readonly methods: ReadonlyMap<string, string>;
  /** Milliseconds that API Gateway waits for the end of streamed answers, by method. */
  readonly streamTimeouts: ReadonlyMap<string, number>;
};

/** A response of API Gateway itself, without a function. */
type GatewayResponse = {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly template: string;
};

export type RestApi = {
  readonly root: ApiResource;
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  readonly binaryMediaTypes: readonly string[];
  readonly minimumCompressionSize: number | undefined;
  /** Handlers such as `functions/resources/list.handler`, by the name of the function. */
  readonly handlers: ReadonlyMap<string, string>;
  /** Values of HDS_ANSWERS by the name of the function. */
  readonly answers: ReadonlyMap<string, string>;
};

const rootId = 'RootResourceId';
const getAttSchema = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const referenceSchema = z.union([
  z.object({ Ref: z.string() }).transform((value) => value.Ref),
  getAttSchema.transform((value) => (value['Fn::GetAtt'][1] === rootId ? rootId : '')),
]);

const resourceSchema = z.object({ ParentId: referenceSchema, PathPart: z.string() });
const methodSchema = z.object({
  HttpMethod: z.string(),
  ResourceId: referenceSchema,
  Integration: z.object({
    Type: z.literal('AWS_PROXY'),
    Uri: z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }),
    ResponseTransferMode: z.enum(['BUFFERED', 'STREAM']).default('BUFFERED'),
    TimeoutInMillis: z.number().max(900_000).default(29_000),
  }),
});
type MethodIntegration = z.output<typeof methodSchema>['Integration'];
const functionSchema = z.object({
  Handler: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional(),
});
const apiSchema = z.object({
  BinaryMediaTypes: z.array(z.string()).default([]),
  MinimumCompressionSize: z.number().optional(),
});
const responseSchema = z.object({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.object({ 'application/json': z.string() }),
});

function resourcesOfType<Schema extends z.ZodType>(
  template: Template,
  type: string,
  schema: Schema,
): readonly (readonly [string, z.output<Schema>])[] {
  return Object.entries(template.Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, schema.parse(resource.Properties)]);
}

function findFunctionId(uri: readonly unknown[]): string {
  for (const part of uri) {
    const parsed = getAttSchema.safeParse(part);
    if (parsed.success) return parsed.data['Fn::GetAtt'][0];
  }
  throw new Error('A method has no function.');
}

/** @throws Error if the URI of the method is for the other transfer mode */
function isStreamed({ ResponseTransferMode, Uri }: MethodIntegration): boolean {
  const uriSuffix = Uri['Fn::Join'][1].at(-1);
  const expected =
    ResponseTransferMode === 'STREAM' ? '/response-streaming-invocations' : '/invocations';
  if (uriSuffix !== expected)
    throw new Error(
      `A method with the transfer mode ${ResponseTransferMode} does not call ${expected}.`,
    );
  return ResponseTransferMode === 'STREAM';
}

function buildResourceTree(template: Template): ApiResource {
  const resources = resourcesOfType(template, 'AWS::ApiGateway::Resource', resourceSchema);
  const methods = resourcesOfType(template, 'AWS::ApiGateway::Method', methodSchema);

  function build(id: string, path: string): ApiResource {
    const children = resources
      .filter(([, resource]) => resource.ParentId === id)
      .map(([child, { PathPart }]) => build(child, `${path === '/' ? '' : path}/${PathPart}`));
    const variables = children.filter((child) => /\{[^/+]+\}$/.test(child.path));
    if (variables.length > 1) {
      throw new Error(`${path} has ${variables.length} variable children; API Gateway takes one.`);
    }
    const ownMethods = methods
      .filter(([, method]) => method.ResourceId === id)
      .map(([, method]) => method);
    const streamed = ownMethods.filter(({ Integration }) => isStreamed(Integration));
    return {
      path,
      children,
      methods: new Map(
        ownMethods.map((apiMethod) => [
          apiMethod.HttpMethod,
          findFunctionId(apiMethod.Integration.Uri['Fn::Join'][1]),
        ]),
      ),
      streamTimeouts: new Map(
        streamed.map(({ HttpMethod, Integration }) => [HttpMethod, Integration.TimeoutInMillis]),
      ),
    };
  }
  return build(rootId, '/');
}

/**
 * Reads the REST API from the packaged template.
 * @throws Error if API Gateway would refuse the template
 */
export function readRestApi(template: Template): RestApi {
  const [api] = resourcesOfType(template, 'AWS::ApiGateway::RestApi', apiSchema);
  const responses = resourcesOfType(template, 'AWS::ApiGateway::GatewayResponse', responseSchema);
  const functions = resourcesOfType(template, 'AWS::Lambda::Function', functionSchema);
  return {
    root: buildResourceTree(template),
    gatewayResponses: new Map(
      responses.map(([, response]) => [
        response.ResponseType,
        {
          status: response.StatusCode,
          headers: response.ResponseParameters,
          template: response.ResponseTemplates['application/json'],
        },
      ]),
    ),
    binaryMediaTypes: api?.[1].BinaryMediaTypes ?? [],
    minimumCompressionSize: api?.[1].MinimumCompressionSize,
    handlers: new Map(functions.map(([id, properties]) => [id, properties.Handler])),
    answers: new Map(
      functions.flatMap(([id, { Environment }]) => {
        const answers = Environment?.Variables['HDS_ANSWERS'];
        return typeof answers === 'string' ? [[id, answers] as const] : [];
      }),
    ),
  };
}

/** All resources of an API, parents before children. */
export function listApiResources(root: ApiResource): readonly ApiResource[] {
  return [root, ...root.children.flatMap(listApiResources)];
}
