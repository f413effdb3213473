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
  readonly unreadable: ReadonlyMap<string, string>;
};

function headerName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function fromHeaders(headers: ValuesByName, prefix: string): Map<string, readonly string[]> {
  const start = headerName(prefix);
  const valuesByName = new Map<string, readonly string[]>();
  for (const [name, values] of headers) {
    const normal = headerName(name);
    if (!normal.startsWith(start) || normal.length === start.length) continue;
    const parameter = normal.slice(start.length);
    valuesByName.set(parameter, [...(valuesByName.get(parameter) ?? []), ...values]);
  }
  return valuesByName;
}

/** Joins two sources of the same precedence. A name in both has several values. */
function joinValues(some: ValuesByName, others: ValuesByName): ValuesByName {
  const all = new Map(some);
  for (const [name, values] of others) all.set(name, [...(all.get(name) ?? []), ...values]);
  return all;
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
  return { values, repeated, unreadable: body.unreadable };
}

/** Converts issues of zod. @param input the input of zod: an issue without a value in it means that the value is missing */
function inputErrors(
  error: z.ZodError,
  place: InputError['in'],
  input: unknown,
): readonly InputError[] {
  return error.issues.map((issue) => {
    const value = issue.path.reduce<unknown>(
      (inside, step) => (inside instanceof Object ? Reflect.get(inside, step) : undefined),
      input,
    );
    const code = value === undefined ? 'missing' : 'invalid';
    const name = issue.path.map(String).join('.');
    return {
      in: place,
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
 * @param elsewhere names in the schema that are parsed elsewhere
 * @param more errors that were already found
 * @throws InvalidInput listing everything that is wrong
 */
export function parseParameters<Schema extends z.ZodObject>(
  merged: MergedParameters,
  schema: Schema,
  elsewhere: readonly string[] = [],
  more: readonly InputError[] = [],
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  const known = Object.fromEntries(
    names.flatMap((name) => {
      if (elsewhere.includes(name)) return [];
      const value = merged.values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const ofKnown = (name: string, code: InputError['code'], message: string): InputError[] =>
    names.includes(name) ? [parameterError(name, code, message)] : [];
  const unclear = [
    ...merged.repeated.flatMap((name) => ofKnown(name, 'repeated', 'must be sent once.')),
    ...[...merged.unreadable].flatMap(([name, message]) => ofKnown(name, 'invalid', message)),
    ...more,
  ];
  const parsed = schema.safeParse(known);
  const wrong = parsed.success ? [] : inputErrors(parsed.error, 'parameters', known);
  const unstorable = Object.keys(known)
    .filter((name) => !isStorableText(known[name] ?? ''))
    .filter((name) => !wrong.some(({ pointer }) => pointer === jsonPointer([name])))
    .map((name) =>
      parameterError(name, 'invalid', 'must not contain U+0000 or half of a surrogate pair.'),
    );
  if (!parsed.success || unclear.length > 0 || unstorable.length > 0) {
    throw new InvalidInput([...unclear, ...unstorable, ...wrong]);
  }
  return parsed.data;
}
