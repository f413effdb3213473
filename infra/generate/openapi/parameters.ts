import { requestHeaders } from '../../../lib/http/description/headers.ts';
import { formats } from '../../../lib/http/negotiation/formats.ts';
import { listPathVariables, type Operation } from '../../../lib/http/operation.ts';
import type { JsonSchema, SchemaWriter } from './json-schema.ts';
import { describePathVariable } from './path-variables.ts';

/** An OpenAPI parameter object. */
export type ParameterObject = {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly description: string;
  readonly required?: true;
  readonly allowEmptyValue?: true;
  readonly style?: 'form';
  readonly explode?: false;
  readonly schema: JsonSchema;
};

/** Creates the schema of `format`: the names of the formats and their aliases. */
function createFormatSchema({ formats: formatNames }: Operation): JsonSchema {
  const names = (formatNames ?? []).flatMap((name) => [name, ...formats[name].aliases]);
  return { type: 'string', enum: [...new Set(names)] };
}

/** A parameter with its meaning and the schema of its value. */
export type DescribedParameter = {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Whether it can be sent without a value, like a flag. */
  readonly allowsEmpty: boolean;
};

/** Describes the parameters of an operation. @throws Error if one has no description */
export function describeParameters(
  operation: Operation,
  writer: SchemaWriter,
): readonly DescribedParameter[] {
  return Object.entries(operation.parameters.shape).map(([name, zodSchema]) => {
    const { description, ...schema } = writer.write(zodSchema, 'input');
    if (typeof description !== 'string')
      throw new Error(`Describe the parameter ${name} of ${operation.id}.`);
    const isFormat = name === 'format' && operation.formats !== undefined;
    return {
      name,
      description,
      schema: isFormat ? createFormatSchema(operation) : schema,
      allowsEmpty: zodSchema.safeParse('').success,
    };
  });
}

/** Parameters that OGC API Features describes as lists (part 1, sections 7.15.2 to 7.15.4), although their schemas are not arrays. */
const ogcListParameters: ReadonlySet<string> = new Set(['limit', 'bbox', 'datetime']);

/**
 * Whether the values of a parameter are separated by commas. Only such parameters may get `style` and `explode`, because
 * QGIS mistakes a parameter with a single value for a column that can be filtered.
 */
function isCommaSeparated(name: string, { type }: JsonSchema): boolean {
  return type === 'array' || ogcListParameters.has(name);
}

function createQueryParameters(operation: Operation, writer: SchemaWriter): ParameterObject[] {
  const { requiredParameters = [] } = operation;
  return describeParameters(operation, writer).map(({ name, description, schema, allowsEmpty }) => {
    const isRequired = requiredParameters.includes(name);
    return {
      name,
      in: 'query',
      description,
      ...(isRequired ? { required: true } : {}),
      // A required parameter must have a value.
      ...(allowsEmpty && !isRequired ? { allowEmptyValue: true } : {}),
      ...(isCommaSeparated(name, schema) ? ({ style: 'form', explode: false } as const) : {}),
      schema,
    };
  });
}

/**
 * Describes the path variables. OpenAPI does not distinguish paths that differ only in the names of variables, so the
 * names are those of the first such path. The descriptions are those of the variables of the operation.
 * @param names the names of the path variables in the document, in order
 */
function createPathParameters({ path }: Operation, names: readonly string[]): ParameterObject[] {
  return listPathVariables(path).map((name, index) => ({
    name: names[index] ?? name,
    in: 'path',
    required: true,
    ...describePathVariable(name),
  }));
}

function createHeaderParameters({
  method,
  responses,
  requestHeaders: declaredHeaders = [],
}: Operation): ParameterObject[] {
  const isConditional = method === 'GET' && 304 in responses;
  const names = [...(isConditional ? (['If-None-Match'] as const) : []), ...declaredHeaders];
  return names.map((name) => {
    const { description, schema } = requestHeaders[name];
    return { name, in: 'header', description, schema };
  });
}

/**
 * Describes all parameters of an operation: path, query, headers.
 * @param names the names of the path variables in the document, in order
 */
export function createParameterObjects(
  operation: Operation,
  names: readonly string[],
  writer: SchemaWriter,
): readonly ParameterObject[] {
  return [
    ...createPathParameters(operation, names),
    ...createQueryParameters(operation, writer),
    ...createHeaderParameters(operation),
  ];
}
