import * as z from 'zod';

/** A JSON Schema, or the variant of OpenAPI 3.0. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type OpenApiVersion = '3.0' | '3.1';

/** Writes schemas, and collects those with an id as components. */
export type SchemaWriter = {
  /**
   * Writes a schema, or a reference to it if it has an id.
   * @param io `input` for requests, `output` for responses, whose objects have no additional members
   * @throws Error if two schemas have the same id, or a schema cannot be written
   */
  readonly write: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  /** Returns the components by id, sorted. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
};

const schemaTargets = { '3.0': 'openapi-3.0', '3.1': 'draft-2020-12' } as const;

/** Formats that say enough without a pattern. The pattern only shows how zod checks them. */
const formatsWithoutPattern: ReadonlySet<unknown> = new Set([
  'uuid',
  'date',
  'date-time',
  'email',
  'uri',
]);

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function simplifySchema({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void {
  if (formatsWithoutPattern.has(jsonSchema['format'])) delete jsonSchema['pattern'];
  // For requests, zod leaves out a default that is applied by a transformation, so schemas declare it as `otherwise`.
  if ('otherwise' in jsonSchema) {
    jsonSchema['default'] = jsonSchema['otherwise'];
    delete jsonSchema['otherwise'];
  }
  // Keys are always strings, so this keyword is redundant.
  const { propertyNames } = jsonSchema;
  if (isObject(propertyNames) && Object.keys(propertyNames).join() === 'type') {
    delete jsonSchema['propertyNames'];
  }
}

/** Replaces references to definitions of a schema with references to components of the document. */
function referToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referToComponents);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace(/^#\/(?:\$defs|definitions)\//, '#/components/schemas/')
        : referToComponents(member),
    ]),
  );
}

/** The schema of null in OpenAPI 3.0, which allows `nullable` only together with `type`. */
const nullSchema: JsonSchema = { type: 'object', nullable: true, enum: [null] };

/** For OpenAPI 3.0: replaces a nullable schema without a type with a choice between the schema and null. */
function replaceNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceNullable);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, replaceNullable(member)]);
  const { nullable, ...rest }: Record<string, unknown> = Object.fromEntries(entries);
  if (nullable !== true) return { ...rest, ...(nullable === undefined ? {} : { nullable }) };
  if ('type' in rest) return { ...rest, nullable };
  return Object.keys(rest).length === 0 ? {} : { anyOf: [rest, nullSchema] };
}

function requireSchema(value: unknown): JsonSchema {
  if (!isObject(value)) throw new Error(`This is not a JSON Schema: ${JSON.stringify(value)}.`);
  return value;
}

/** Creates a schema writer for one document. */
export function createSchemaWriter(version: OpenApiVersion): SchemaWriter {
  const components = new Map<string, JsonSchema>();

  function addComponent(id: string, schema: JsonSchema): void {
    const existing = components.get(id);
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas have the id ${id}. Rename one of them.`);
    }
    components.set(id, schema);
  }

  return {
    write: (schema, io) => {
      const jsonSchema = z.toJSONSchema(schema, {
        target: schemaTargets[version],
        io,
        override: simplifySchema,
      });
      const schemaWithReferences = referToComponents(jsonSchema);
      const {
        $schema: _,
        $defs,
        definitions,
        ...schemaWithoutDefinitions
      } = requireSchema(
        version === '3.0' ? replaceNullable(schemaWithReferences) : schemaWithReferences,
      );
      const definedSchemas = requireSchema($defs ?? definitions ?? {});
      for (const [id, definition] of Object.entries(definedSchemas))
        addComponent(id, requireSchema(definition));
      const { id } = z.globalRegistry.get(schema) ?? {};
      if (id === undefined || '$ref' in schemaWithoutDefinitions) return schemaWithoutDefinitions;
      const { $id: __, ...component } = schemaWithoutDefinitions;
      addComponent(id, component);
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () =>
      Object.fromEntries([...components].toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}
