import * as z from 'zod';

// Reads the data of the page `GET /docs` from the generated OpenAPI document.

/** What stands beside a reference replaces that part of the component (OpenAPI 3.1, section 4.8.23). */
const referenceSchema = z.object({ $ref: z.string(), description: z.string().optional() });

type ValueSchema = {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly default?: string | number | boolean | undefined;
  readonly items?: ValueSchema | undefined;
  readonly anyOf?: readonly ValueSchema[] | undefined;
};

const valueSchema: z.ZodType<ValueSchema> = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  get items() {
    return valueSchema.optional();
  },
  get anyOf() {
    return z.array(valueSchema).optional();
  },
});

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string(),
  schema: valueSchema,
});

const responseSchema = z.object({
  description: z.string(),
  content: z.record(z.string(), z.unknown()).default({}),
});

const formSchema = z.object({
  schema: z.object({
    properties: z.record(z.string(), z.object({ description: z.string().default('') })).default({}),
    required: z.array(z.string()).default([]),
  }),
});

const requestBodySchema = z.object({
  description: z.string().optional(),
  required: z.boolean().default(false),
  content: z.record(z.string(), z.unknown()),
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
    parameters: z.record(z.string(), parameterSchema),
    responses: z.record(z.string(), responseSchema),
  }),
});

type OpenApi = z.output<typeof openApiSchema>;

export type DocsParameter = z.output<typeof parameterSchema>;

export type DocsField = {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
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
        readonly mediaTypes: readonly string[];
        /** The fields of a form. */
        readonly fields: readonly DocsField[];
      }
    | undefined;
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly mediaTypes: readonly string[];
  }[];
};

export type DocsGroup = {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly DocsOperation[];
};

export type Docs = {
  /** Markdown: paragraphs with bold texts and code. */
  readonly description: string;
  readonly groups: readonly DocsGroup[];
};

/** Groups the operations of an OpenAPI document as its tags do, without schemas, headers and examples. */
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
      mediaTypes: Object.keys(body.content),
      fields: readFormFields(body.content['application/x-www-form-urlencoded']),
    },
    responses: Object.entries(responses).map(([status, item]) => {
      const { description, content } = resolveReference(item, components.responses);
      return { status, description, mediaTypes: Object.keys(content) };
    }),
  };
}

function readFormFields(content: unknown): readonly DocsField[] {
  if (content === undefined) return [];
  const { properties, required } = formSchema.parse(content).schema;
  return Object.entries(properties).map(([name, { description }]) => ({
    name,
    description,
    isRequired: required.includes(name),
  }));
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
  const component = components[part.$ref.replace(/^.*\//, '')];
  if (component === undefined) throw new Error(`The OpenAPI document has no ${part.$ref}.`);
  return { ...component, description: part.description ?? component.description };
}

/** Describes the type of a parameter in words, such as `integer, 1 to 1000`. */
export function describeType(schema: ValueSchema): string {
  const { type, format, items, anyOf, minimum, maximum, enum: values } = schema;
  if (values !== undefined) return values.join(', ');
  if (items !== undefined) return `list of ${describeType(items)}`;
  if (anyOf !== undefined) return anyOf.map(describeType).join(' or ');
  return `${format ?? type ?? 'any value'}${describeRange(minimum, maximum)}`;
}

function describeRange(minimum: number | undefined, maximum: number | undefined): string {
  const hasMaximum = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return hasMaximum ? `, up to ${maximum}` : '';
  return hasMaximum ? `, ${minimum} to ${maximum}` : `, from ${minimum}`;
}
