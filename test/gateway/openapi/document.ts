import { readFileSync } from 'node:fs';

import * as z from 'zod';

const schema = z.record(z.string(), z.unknown());
const reference = z.object({ $ref: z.string() });
const header = z.object({ required: z.boolean().optional(), schema });
const content = z.record(z.string(), z.object({ schema }));

const parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean().optional(),
  allowEmptyValue: z.boolean().optional(),
  schema,
});

const response = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: content.optional(),
});

const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), z.unknown()),
});

const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export type DocumentedSchema = z.output<typeof schema>;

/** Bodies by media type. */
export type DocumentedBodies = Readonly<Record<string, { readonly schema: DocumentedSchema }>>;

export type DocumentedParameter = z.output<typeof parameter>;

/** An operation of the document with resolved references. */
export type DocumentedOperation = {
  readonly id: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly body: { readonly required: boolean; readonly content: DocumentedBodies } | undefined;
  readonly responses: ReadonlyMap<string, DocumentedResponse>;
};

export type DocumentedResponse = {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, z.output<typeof header>>;
  /** Undefined if there is no body. */
  readonly content: DocumentedBodies | undefined;
};

/** The document as it is served, without the address of the service. */
export const openApiDocument = document.parse(
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
function followed<Part>(part: unknown, as: z.ZodType<Part>): Part {
  const { data } = reference.safeParse(part);
  if (data === undefined) return as.parse(part);
  const [kind = '', name = ''] = data.$ref.replace('#/components/', '').split('/');
  return as.parse(openApiDocument.components[kind]?.[name]);
}

function answerOf(part: unknown): DocumentedResponse {
  const { headers, content } = followed(part, response);
  const known = Object.entries(headers).map(
    ([name, one]) => [name.toLowerCase(), followed(one, header)] as const,
  );
  return { headers: new Map(known), content };
}

const withoutNames = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');

const operations: ReadonlyMap<string, z.output<typeof operation>> = new Map(
  Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, one]) => [`${method} ${withoutNames(path)}`, one] as const,
    ),
  ),
);

const known = new Map<string, DocumentedOperation | undefined>();

/**
 * Finds the operation of the document for a method of a resource.
 * @param resource its path in API Gateway, such as `/resources/{first}`
 */
export function documentedOperation(
  method: string,
  resource: string,
): DocumentedOperation | undefined {
  const key = `${method === 'HEAD' ? 'get' : method.toLowerCase()} ${withoutNames(resource)}`;
  if (!known.has(key)) known.set(key, read(key));
  return known.get(key);
}

function read(key: string): DocumentedOperation | undefined {
  const found = operations.get(key);
  return (
    found && {
      id: found.operationId,
      parameters: found.parameters.map((one) => followed(one, parameter)),
      body: found.requestBody,
      responses: new Map(
        Object.entries(found.responses).map(([status, one]) => [status, answerOf(one)]),
      ),
    }
  );
}
