import { requestHeaders } from '../../../lib/http/description/headers.ts';
import { formats } from '../../../lib/http/negotiation/formats.ts';
import { pathVariables, type Operation } from '../../../lib/http/operation.ts';
import type { JsonSchema, SchemaWriter } from './json-schema.ts';
import { pathVariable } from './path-variables.ts';

/** A parameter object of OpenAPI. */
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

/** The schema of `format`: the names of the formats, and what else clients call them. */
function formatSchema({ formats: offered }: Operation): JsonSchema {
  const names = (offered ?? []).flatMap((name) => [name, ...formats[name].aliases]);
  return { type: 'string', enum: [...new Set(names)] };
}

/** A parameter as it is described: what it means, and the schema of its value. */
export type DescribedParameter = {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Whether it may be sent without a value, as flags are. */
  readonly takesNothing: boolean;
};

/**
 * The parameters of an operation as they are described.
 * @throws Error where one does not say what it means
 */
export function describedParameters(
  operation: Operation,
  writer: SchemaWriter,
): readonly DescribedParameter[] {
  return Object.entries(operation.parameters.shape).map(([name, rules]) => {
    const { description, ...schema } = writer.write(rules, 'input');
    if (typeof description !== 'string')
      throw new Error(`${operation.id}: what does ${name} mean?`);
    const isChosen = name === 'format' && operation.formats !== undefined;
    return {
      name,
      description,
      schema: isChosen ? formatSchema(operation) : schema,
      takesNothing: rules.safeParse('').success,
    };
  });
}

/** The parameters of OGC API Features that are described so whatever their schema (part 1, sections 7.15.2 to 7.15.4). */
const describedByOgc: ReadonlySet<string> = new Set(['limit', 'bbox', 'datetime']);

/**
 * Whether the items of a parameter stand between commas. No other is described so: QGIS takes a described parameter of a single
 * value for a column of that name that can be filtered.
 */
function isBetweenCommas(name: string, { type }: JsonSchema): boolean {
  return type === 'array' || describedByOgc.has(name);
}

function queryParameters(operation: Operation, writer: SchemaWriter): ParameterObject[] {
  const { requiredParameters = [] } = operation;
  return describedParameters(operation, writer).map(
    ({ name, description, schema, takesNothing }) => {
      const isNeeded = requiredParameters.includes(name);
      return {
        name,
        in: 'query',
        description,
        ...(isNeeded ? { required: true } : {}),
        // What is needed has a value.
        ...(takesNothing && !isNeeded ? { allowEmptyValue: true } : {}),
        ...(isBetweenCommas(name, schema) ? ({ style: 'form', explode: false } as const) : {}),
        schema,
      };
    },
  );
}

/**
 * The variables of a path. Two paths that differ only in the names of their variables are one to OpenAPI: the variables are
 * named as in the first of them, and keep their own meaning.
 * @param names of the variables of the path that the document has, in their order
 */
function pathParameters({ path }: Operation, names: readonly string[]): ParameterObject[] {
  return pathVariables(path).map((own, place) => ({
    name: names[place] ?? own,
    in: 'path',
    required: true,
    ...pathVariable(own),
  }));
}

function headerParameters({
  method,
  responses,
  requestHeaders: own = [],
}: Operation): ParameterObject[] {
  const isConditional = method === 'GET' && 304 in responses;
  const names = [...(isConditional ? (['If-None-Match'] as const) : []), ...own];
  return names.map((name) => {
    const { description, schema } = requestHeaders[name];
    return { name, in: 'header', description, schema };
  });
}

/**
 * All parameters of an operation: path, query, headers.
 * @param names of the variables of the path that the document has, in their order
 */
export function parameterObjects(
  operation: Operation,
  names: readonly string[],
  writer: SchemaWriter,
): readonly ParameterObject[] {
  return [
    ...pathParameters(operation, names),
    ...queryParameters(operation, writer),
    ...headerParameters(operation),
  ];
}
