import type * as z from 'zod';

import { InvalidInput, type InputError } from '../../errors.ts';
import { isStorableText } from '../../json/storable.ts';
import { jsonPointer } from '../../model/problem.ts';
import { noBodyParameters, type BodyParameters } from '../request/body-parameters.ts';
import type { ValuesByName } from '../request/request.ts';

/** The parameters of a request, merged from query, body and headers. */
export type MergedParameters = {
  readonly values: ReadonlyMap<string, string>;
  /** Names that were sent more than once in the source from which their value comes. */
  readonly repeated: readonly string[];
  /** Errors by name, for JSON values that cannot be parameters. */
  readonly valueErrors: ReadonlyMap<string, string>;
};

function headerName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function fromHeaders(headers: ValuesByName, prefix: string): Map<string, readonly string[]> {
  const normalizedPrefix = headerName(prefix);
  const valuesByName = new Map<string, readonly string[]>();
  for (const [name, values] of headers) {
    const normalizedName = headerName(name);
    if (
      !normalizedName.startsWith(normalizedPrefix) ||
      normalizedName.length === normalizedPrefix.length
    )
      continue;
    const parameter = normalizedName.slice(normalizedPrefix.length);
    valuesByName.set(parameter, [...(valuesByName.get(parameter) ?? []), ...values]);
  }
  return valuesByName;
}

/** Joins two sources of the same precedence. A name in both has several values. */
function joinValues(first: ValuesByName, second: ValuesByName): ValuesByName {
  const joined = new Map(first);
  for (const [name, values] of second) joined.set(name, [...(joined.get(name) ?? []), ...values]);
  return joined;
}

/**
 * Merges the parameters of a request (specification, general request conventions): a header `X-SERVICE-<NAME>` means the query
 * parameter with the lower-case name. The query takes precedence, even if its value is empty. Query names are case-sensitive. Header
 * names are not, and `-` and `_` are equal in them.
 * @param prefixes of parameter headers, such as `x-service-`; the first prefix with a value takes precedence
 * @param body has the same precedence as the query; a name must be sent in only one of the two
 */
export function mergeParameters(
  query: ValuesByName,
  headers: ValuesByName,
  prefixes: readonly string[],
  body: BodyParameters = noBodyParameters,
): MergedParameters {
  const queryAndBody = joinValues(query, body.values);
  const sources = [queryAndBody, ...prefixes.map((prefix) => fromHeaders(headers, prefix))];
  const values = new Map<string, string>();
  const repeated: string[] = [];
  for (const source of sources) {
    for (const [name, [first, ...others]] of source) {
      if (first === undefined || values.has(name)) continue;
      values.set(name, first);
      if (others.length > 0) repeated.push(name);
    }
  }
  return { values, repeated, valueErrors: body.valueErrors };
}

/** Converts issues of zod. @param input the input of zod: an issue without a value in it means that the value is missing */
function toInputErrors(
  error: z.ZodError,
  location: InputError['in'],
  input: unknown,
): readonly InputError[] {
  return error.issues.map((issue) => {
    const value = issue.path.reduce<unknown>(
      (current, key) => (current instanceof Object ? Reflect.get(current, key) : undefined),
      input,
    );
    const code = value === undefined ? 'missing' : 'invalid';
    const name = issue.path.map(String).join('.');
    return {
      in: location,
      pointer: jsonPointer(issue.path),
      code,
      detail: `${name}: ${issue.message}`,
    };
  });
}

export function parameterError(
  name: string,
  code: InputError['code'],
  message: string,
): InputError {
  const detail = `${name}: ${message}`;
  return { in: 'parameters', pointer: jsonPointer([name]), code, detail };
}

/**
 * Parses the merged parameters. Unknown names are ignored.
 * @param schema of the parameters, each an optional string
 * @param namesParsedElsewhere names in the schema that are parsed elsewhere
 * @param additionalErrors errors that were already found
 * @throws InvalidInput listing everything that is wrong
 */
export function parseParameters<Schema extends z.ZodObject>(
  merged: MergedParameters,
  schema: Schema,
  namesParsedElsewhere: readonly string[] = [],
  additionalErrors: readonly InputError[] = [],
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  const values = Object.fromEntries(
    names.flatMap((name) => {
      if (namesParsedElsewhere.includes(name)) return [];
      const value = merged.values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const errorsIfParameter = (
    name: string,
    code: InputError['code'],
    message: string,
  ): InputError[] => (names.includes(name) ? [parameterError(name, code, message)] : []);
  const mergeErrors = [
    ...merged.repeated.flatMap((name) => errorsIfParameter(name, 'repeated', 'must be sent once.')),
    ...[...merged.valueErrors].flatMap(([name, message]) =>
      errorsIfParameter(name, 'invalid', message),
    ),
    ...additionalErrors,
  ];
  const parsed = schema.safeParse(values);
  const schemaErrors = parsed.success ? [] : toInputErrors(parsed.error, 'parameters', values);
  const unstorableErrors = Object.keys(values)
    .filter((name) => !isStorableText(values[name] ?? ''))
    .filter((name) => !schemaErrors.some(({ pointer }) => pointer === jsonPointer([name])))
    .map((name) =>
      parameterError(name, 'invalid', 'must not contain U+0000 or half of a surrogate pair.'),
    );
  if (!parsed.success || mergeErrors.length > 0 || unstorableErrors.length > 0) {
    throw new InvalidInput([...mergeErrors, ...unstorableErrors, ...schemaErrors]);
  }
  return parsed.data;
}
