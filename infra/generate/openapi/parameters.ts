import type * as z from 'zod';

import { describedSentHeaders } from '../../../lib/http/described-headers.ts';
import { formats } from '../../../lib/http/negotiation/formats.ts';
import { pathVariables, type Operation } from '../../../lib/http/operation.ts';
import type { DescribedOperation } from './described-operation.ts';
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

/**
 * The schema of each parameter of an operation, by name.
 * @throws Error where a parameter has none
 */
export function parameterSchemas(
  { operation, parameters }: DescribedOperation,
  writer: SchemaWriter,
): ReadonlyMap<string, JsonSchema> {
  return new Map(
    Object.keys(operation.parameters).map((name) => {
      const schema: z.ZodType | undefined = parameters.shape[name];
      if (schema !== undefined) return [name, writer.write(schema, 'input')];
      if (name !== 'format') throw new Error(`${operation.id} does not parse ${name}.`);
      return [name, formatSchema(operation)];
    }),
  );
}

/** Whether a parameter may be sent without a value, as flags are. What is needed has one. */
export function takesNothing({ operation, parameters }: DescribedOperation, name: string): boolean {
  if (operation.neededParameters?.includes(name)) return false;
  const schema: z.ZodType | undefined = parameters.shape[name];
  return schema?.safeParse('').success === true;
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

function queryParameters(described: DescribedOperation, writer: SchemaWriter): ParameterObject[] {
  const { parameters, neededParameters = [] } = described.operation;
  return [...parameterSchemas(described, writer)].map(([name, schema]) => ({
    name,
    in: 'query',
    description: parameters[name] ?? '',
    ...(neededParameters.includes(name) ? { required: true } : {}),
    ...(takesNothing(described, name) ? { allowEmptyValue: true } : {}),
    ...(isBetweenCommas(name, schema) ? ({ style: 'form', explode: false } as const) : {}),
    schema,
  }));
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

function headerParameters({ method, responses, sentHeaders = [] }: Operation): ParameterObject[] {
  const isConditional = method === 'GET' && 304 in responses;
  const names = [...(isConditional ? (['If-None-Match'] as const) : []), ...sentHeaders];
  return names.map((name) => {
    const { meaning, schema } = describedSentHeaders[name];
    return { name, in: 'header', description: meaning, schema };
  });
}

/**
 * All parameters of an operation: path, query, headers.
 * @param names of the variables of the path that the document has, in their order
 */
export function parameterObjects(
  described: DescribedOperation,
  names: readonly string[],
  writer: SchemaWriter,
): readonly ParameterObject[] {
  return [
    ...pathParameters(described.operation, names),
    ...queryParameters(described, writer),
    ...headerParameters(described.operation),
  ];
}
