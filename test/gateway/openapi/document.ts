import { readFileSync } from 'node:fs';

import * as z from 'zod';

const jsonSchema = z.record(z.string(), z.unknown());
const referenceSchema = z.object({ $ref: z.string() });
const headerSchema = z.object({ required: z.boolean().optional(), schema: jsonSchema });
const contentSchema = z.record(z.string(), z.object({ schema: jsonSchema }));

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean().optional(),
  allowEmptyValue: z.boolean().optional(),
  schema: jsonSchema,
});

const responseSchema = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: contentSchema.optional(),
});

const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.object({ required: z.boolean(), content: contentSchema }).optional(),
  responses: z.record(z.string(), z.unknown()),
});

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export type DocumentedSchema = z.output<typeof jsonSchema>;

/** Bodies by media type. */
export type DocumentedBodies = Readonly<Record<string, { readonly schema: DocumentedSchema }>>;

export type DocumentedParameter = z.output<typeof parameterSchema>;

/** An operation of the document with resolved references. */
export type DocumentedOperation = {
  readonly id: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly body: { readonly required: boolean; readonly content: DocumentedBodies } | undefined;
  readonly responses: ReadonlyMap<string, DocumentedResponse>;
};

export type DocumentedResponse = {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, z.output<typeof headerSchema>>;
  /** Undefined if there is no body. */
  readonly content: DocumentedBodies | undefined;
};

/** The document as it is served, without the address of the service. */
export const openApiDocument = documentSchema.parse(
  JSON.parse(
    readFileSync(
      new URL('../../../lib/http/description/openapi.generated.json', import.meta.url),
      'utf8',
    ),
  ),
);

/**
 * Resolves a part of the document that can be a reference.
 * @throws Error if the component does not exist
 */
function resolveReference<Part>(part: unknown, partSchema: z.ZodType<Part>): Part {
  const { data } = referenceSchema.safeParse(part);
  if (data === undefined) return partSchema.parse(part);
  const [kind = '', name = ''] = data.$ref.replace('#/components/', '').split('/');
  return partSchema.parse(openApiDocument.components[kind]?.[name]);
}

function readResponse(part: unknown): DocumentedResponse {
  const { headers, content } = resolveReference(part, responseSchema);
  const headerEntries = Object.entries(headers).map(
    ([name, header]) => [name.toLowerCase(), resolveReference(header, headerSchema)] as const,
  );
  return { headers: new Map(headerEntries), content };
}

const withoutVariableNames = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');

const operations: ReadonlyMap<string, z.output<typeof operationSchema>> = new Map(
  Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method} ${withoutVariableNames(path)}`, operation] as const,
    ),
  ),
);

const operationCache = new Map<string, DocumentedOperation | undefined>();

/**
 * Finds the operation of the document for a method of a resource.
 * @param resource its path in API Gateway, such as `/resources/{first}`
 */
export function documentedOperation(
  method: string,
  resource: string,
): DocumentedOperation | undefined {
  const key = `${method === 'HEAD' ? 'get' : method.toLowerCase()} ${withoutVariableNames(resource)}`;
  if (!operationCache.has(key)) operationCache.set(key, resolveOperation(key));
  return operationCache.get(key);
}

function resolveOperation(key: string): DocumentedOperation | undefined {
  const operation = operations.get(key);
  return (
    operation && {
      id: operation.operationId,
      parameters: operation.parameters.map((parameter) =>
        resolveReference(parameter, parameterSchema),
      ),
      body: operation.requestBody,
      responses: new Map(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          readResponse(response),
        ]),
      ),
    }
  );
}
