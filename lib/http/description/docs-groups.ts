import * as z from 'zod';

import { describeType, listFields, referredName, valueSchema } from './docs-schema.ts';
import type { DocsField, DocsType } from './docs-schema.ts';

// Reads the data of the pages below `/docs` from the generated OpenAPI document.

/** What stands beside a reference replaces that part of the component (OpenAPI 3.1, section 4.8.23). */
const referenceSchema = z.object({ $ref: z.string(), description: z.string().optional() });

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string(),
  schema: valueSchema,
});

const exampleSchema = z.object({ summary: z.string(), value: z.unknown() });

const contentSchema = z.record(
  z.string(),
  z.object({
    schema: valueSchema.default({}),
    examples: z.record(z.string(), exampleSchema).default({}),
  }),
);

type Content = z.output<typeof contentSchema>;

const responseSchema = z.object({
  description: z.string(),
  content: contentSchema.default({}),
});

const requestBodySchema = z.object({
  description: z.string().optional(),
  required: z.boolean().default(false),
  content: contentSchema,
});

const operationSchema = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string().optional(),
  deprecated: z.boolean().default(false),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.union([referenceSchema, parameterSchema])).default([]),
  requestBody: requestBodySchema.optional(),
  responses: z.record(z.string(), z.union([referenceSchema, responseSchema])),
});

const openApiSchema = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), valueSchema),
    parameters: z.record(z.string(), parameterSchema),
    responses: z.record(z.string(), responseSchema),
  }),
});

type OpenApi = z.output<typeof openApiSchema>;

export type DocsParameter = z.output<typeof parameterSchema>;

export type DocsExample = { readonly title: string; readonly value: unknown };

/** A body in the media types that have the same fields. */
export type DocsContent = {
  readonly mediaTypes: readonly string[];
  readonly type: DocsType;
  readonly fields: readonly DocsField[];
  readonly examples: readonly DocsExample[];
};

export type DocsResponse = {
  readonly status: string;
  readonly description: string;
  readonly contents: readonly DocsContent[];
};

export type DocsOperation = Pick<
  z.output<typeof operationSchema>,
  'summary' | 'description' | 'deprecated' | 'security'
> & {
  /** As in its declaration, such as `list-resources`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DocsParameter[];
  readonly requestBody:
    | {
        readonly description: string | undefined;
        readonly isRequired: boolean;
        readonly contents: readonly DocsContent[];
      }
    | undefined;
  readonly responses: readonly DocsResponse[];
};

export type DocsGroup = {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly DocsOperation[];
};

/** An object that several bodies contain. */
export type DocsObject = Pick<DocsContent, 'type' | 'fields'> & {
  readonly name: string;
  readonly description: string;
};

export type Docs = {
  /** Markdown: paragraphs with bold texts and code. */
  readonly description: string;
  readonly groups: readonly DocsGroup[];
  /** By name. */
  readonly objects: ReadonlyMap<string, DocsObject>;
};

/** Groups the operations of an OpenAPI document as its tags do, without headers of responses. */
export function readDocs(description: unknown): Docs {
  const document = openApiSchema.parse(description);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declaration]) => ({
      group: declaration.tags[0],
      operation: toDocsOperation(method.toUpperCase(), path, declaration, document),
    })),
  );
  return {
    description: document.info.description,
    groups: document.tags.map(({ name, description: text }) => ({
      name,
      description: text,
      operations: operations.filter(({ group }) => group === name).map((item) => item.operation),
    })),
    objects: new Map(
      Object.entries(document.components.schemas).map(([name, schema]) => [
        name,
        {
          name,
          description: schema.description ?? '',
          type: describeType(schema),
          fields: listFields(schema),
        },
      ]),
    ),
  };
}

function toDocsOperation(
  method: string,
  path: string,
  declaration: z.output<typeof operationSchema>,
  { components }: OpenApi,
): DocsOperation {
  const { operationId, requestBody: body, parameters, responses, ...texts } = declaration;
  return {
    ...texts,
    id: operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    method,
    path,
    parameters: parameters.map((item) => resolveReference(item, components.parameters)),
    requestBody: body && {
      description: body.description,
      isRequired: body.required,
      contents: toContents(body.content),
    },
    responses: Object.entries(responses).map(([status, item]) => {
      const { description, content } = resolveReference(item, components.responses);
      return { status, description, contents: toContents(content) };
    }),
  };
}

function toContents(content: Content): readonly DocsContent[] {
  const bodies = Object.entries(content).map(([mediaType, { schema, examples }]) => ({
    mediaType,
    type: describeType(schema),
    fields: listFields(schema),
    examples: Object.values(examples).map(({ summary, value }) => ({ title: summary, value })),
  }));
  const alike = Map.groupBy(bodies, ({ type, fields }) => JSON.stringify([type, fields]));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return {
      mediaTypes: group.map(({ mediaType }) => mediaType),
      type: first.type,
      fields: first.fields,
      examples: group.flatMap(({ examples }) => examples),
    };
  });
}

/**
 * Returns an object, or the component to which it refers, with the description beside the reference.
 * @throws Error if the component does not exist
 */
function resolveReference<Part extends { readonly description: string }>(
  part: Part | z.output<typeof referenceSchema>,
  components: Readonly<Record<string, Part>>,
): Part {
  if (!('$ref' in part)) return part;
  const component = components[referredName(part.$ref)];
  if (component === undefined) throw new Error(`The OpenAPI document has no ${part.$ref}.`);
  return { ...component, description: part.description ?? component.description };
}
