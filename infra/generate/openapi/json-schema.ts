import * as z from 'zod';

/** A JSON Schema, or what OpenAPI 3.0 takes for one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The version of OpenAPI that is written. */
export type OpenApiVersion = '3.0' | '3.1';

/** Writes schemas, and keeps those that have an id as components. */
export type SchemaWriter = {
  /**
   * @param io whether what is written is what goes in, or what comes out: an object that comes out has no other members than those named
   * @throws Error where the same id names two schemas, or where something cannot be written
   */
  readonly write: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  /** By id, in the order of ids. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
};

const targets = { '3.0': 'openapi-3.0', '3.1': 'draft-2020-12' } as const;

/** Formats that say it all: the pattern beside them is how zod finds out. */
const tellingFormats: ReadonlySet<unknown> = new Set(['uuid', 'date', 'date-time', 'email', 'uri']);

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void {
  if (tellingFormats.has(jsonSchema['format'])) delete jsonSchema['pattern'];
  // Of what goes in, zod leaves out a default that it would apply to what comes out.
  if ('otherwise' in jsonSchema) {
    jsonSchema['default'] = jsonSchema['otherwise'];
    delete jsonSchema['otherwise'];
  }
  // What any text may name; a key is one without being told.
  const { propertyNames } = jsonSchema;
  if (isObject(propertyNames) && Object.keys(propertyNames).join() === 'type') {
    delete jsonSchema['propertyNames'];
  }
}

/** References to definitions of one schema become references to components of the document. */
function withComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponents);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      key,
      key === '$ref' && typeof inside === 'string'
        ? inside.replace(/^#\/(?:\$defs|definitions)\//, '#/components/schemas/')
        : withComponents(inside),
    ]),
  );
}

function asSchema(value: unknown): JsonSchema {
  if (!isObject(value)) throw new Error(`No JSON Schema: ${JSON.stringify(value)}.`);
  return value;
}

/** Opens a writer of schemas for one document. */
export function schemaWriter(version: OpenApiVersion): SchemaWriter {
  const components = new Map<string, JsonSchema>();

  function keep(id: string, schema: JsonSchema): void {
    const known = components.get(id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas have the id ${id}. Give one of them another.`);
    }
    components.set(id, schema);
  }

  return {
    write: (schema, io) => {
      const written = z.toJSONSchema(schema, { target: targets[version], io, override: plain });
      const { $schema: _, $defs, definitions, ...own } = asSchema(withComponents(written));
      const named = asSchema($defs ?? definitions ?? {});
      for (const [id, one] of Object.entries(named)) keep(id, asSchema(one));
      const { id } = z.globalRegistry.get(schema) ?? {};
      if (id === undefined || '$ref' in own) return own;
      const { $id: __, ...component } = own;
      keep(id, component);
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () =>
      Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}
