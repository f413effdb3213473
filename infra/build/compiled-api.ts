import * as z from 'zod';

/** A resource of the CloudFormation template. */
export type Resource = {
  readonly Type: string;
  DependsOn?: string | readonly string[];
  Properties?: Record<string, unknown>;
};

type Resources = Readonly<Record<string, Resource>>;

/** The id of the API, which is that of the packager, so that a stage that exists keeps its API. */
export const apiId = 'ApiGatewayRestApi';

/** The types of the resources with which the packager describes an API, one for each part of it. */
export const partTypes = {
  resource: 'AWS::ApiGateway::Resource',
  method: 'AWS::ApiGateway::Method',
  response: 'AWS::ApiGateway::GatewayResponse',
} as const;

/** Whether a resource of this type describes a part of an API. */
export function describesApi(type: string): boolean {
  return Object.values<string>(partTypes).includes(type);
}

const rootId = 'RootResourceId';
const referenceSchema = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z
    .object({ 'Fn::GetAtt': z.tuple([z.literal(apiId), z.literal(rootId)]) })
    .transform(() => rootId),
]);

const resourceSchema = z.strictObject({
  RestApiId: z.unknown(),
  ParentId: referenceSchema,
  PathPart: z.string(),
});

// Strict, so that packaging fails if a method has a property that the definition of the API would lack.
const methodSchema = z.strictObject({
  RestApiId: z.unknown(),
  ResourceId: referenceSchema,
  HttpMethod: z.string(),
  AuthorizationType: z.literal('NONE'),
  ApiKeyRequired: z.literal(false),
  RequestParameters: z.strictObject({}),
  MethodResponses: z.tuple([]),
  Integration: z.strictObject({
    Type: z.literal('AWS_PROXY'),
    IntegrationHttpMethod: z.literal('POST'),
    Uri: z.unknown(),
    TimeoutInMillis: z.number().optional(),
    ResponseTransferMode: z.literal('STREAM').optional(),
  }),
});

const responseSchema = z.strictObject({
  RestApiId: z.unknown(),
  ResponseType: z.string(),
  StatusCode: z.string().optional(),
  ResponseParameters: z.record(z.string(), z.string()),
  ResponseTemplates: z.record(z.string(), z.string()),
});

/** A response of API Gateway itself, without a function. */
export type CompiledResponse = z.output<typeof responseSchema>;

/** A method, with its path such as `/resources/{first}`, as the packager compiled it. */
export type CompiledMethod = {
  readonly path: string;
  readonly httpMethod: string;
  readonly integration: z.output<typeof methodSchema>['Integration'];
};

function parseResources<Schema extends z.ZodType>(
  resources: Resources,
  type: string,
  schema: Schema,
): readonly (readonly [id: string, properties: z.output<Schema>])[] {
  return (
    Object.entries(resources)
      .filter(([, resource]) => resource.Type === type)
      // As JSON, because the packager has undefined properties, which are not in the template.
      .map(([id, { Properties }]) => [id, schema.parse(JSON.parse(JSON.stringify(Properties)))])
  );
}

/**
 * Lists the methods that the packager compiled.
 * @throws ZodError if a method has a property that is unknown here
 */
export function listCompiledMethods(resources: Resources): readonly CompiledMethod[] {
  const parts = new Map(parseResources(resources, partTypes.resource, resourceSchema));
  const pathOf = (id: string): string => {
    if (id === rootId) return '';
    const part = parts.get(id);
    if (part === undefined) throw new Error(`The template has no resource ${id} of the API.`);
    return `${pathOf(part.ParentId)}/${part.PathPart}`;
  };
  return parseResources(resources, partTypes.method, methodSchema).map(([, method]) => ({
    path: pathOf(method.ResourceId) || '/',
    httpMethod: method.HttpMethod,
    integration: method.Integration,
  }));
}

/** Lists the responses of API Gateway itself (infra/aws/gateway-responses.yml). @throws ZodError if one has an unknown property */
export function listCompiledResponses(resources: Resources): readonly CompiledResponse[] {
  return parseResources(resources, partTypes.response, responseSchema).map(
    ([, response]) => response,
  );
}
