import type * as z from 'zod';

import { InvalidInput, type InputError } from '../../errors.ts';
import { isStorableText } from '../../json/storable.ts';
import { jsonPointer } from '../../model/problem.ts';
import { noBodyParameters, type BodyParameters } from '../request/body-parameters.ts';
import type { ValuesByName } from '../request/request.ts';

/** The parameters of a request after the merge of query, body and headers. */
export type MergedParameters = {
  readonly values: ReadonlyMap<string, string>;
  /** Names that came more than once from the place that won, so that no one value is meant. */
  readonly repeated: readonly string[];
  /** By name: what is wrong with a value that cannot be one of a parameter. */
  readonly unreadable: ReadonlyMap<string, string>;
};

function headerName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function fromHeaders(headers: ValuesByName, prefix: string): Map<string, readonly string[]> {
  const start = headerName(prefix);
  const found = new Map<string, readonly string[]>();
  for (const [name, values] of headers) {
    const normal = headerName(name);
    if (!normal.startsWith(start) || normal.length === start.length) continue;
    const parameter = normal.slice(start.length);
    found.set(parameter, [...(found.get(parameter) ?? []), ...values]);
  }
  return found;
}

/** The values of two sources that stand on one level: a name that both have came more than once. */
function together(some: ValuesByName, others: ValuesByName): ValuesByName {
  const all = new Map(some);
  for (const [name, values] of others) all.set(name, [...(all.get(name) ?? []), ...values]);
  return all;
}

/**
 * Merges the parameters of a request, by the general request conventions of the specification: a header
 * `X-SERVICE-<NAME>` stands for the lower-case query parameter, and the query wins, even when it is
 * empty. Query names are case-sensitive; in header names `-` and `_` are equal, whatever the case.
 * @param query values by name
 * @param headers values by name
 * @param prefixes of the headers that carry parameters, such as `x-service-`; the first that has a name wins
 * @param body what it carries of parameters; they count as those of the query do, and a name is sent in one of the two
 */
export function mergeParameters(
  query: ValuesByName,
  headers: ValuesByName,
  prefixes: readonly string[],
  body: BodyParameters = noBodyParameters,
): MergedParameters {
  const sent = together(query, body.values);
  const sources = [sent, ...prefixes.map((prefix) => fromHeaders(headers, prefix))];
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

/**
 * The issues that zod found, as they are told to a caller.
 * @param error of a failed parse
 * @param place what was parsed
 * @param input the parsed value, to tell what is missing from what is wrong
 */
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

/** What is wrong with a parameter. */
export function parameterError(
  name: string,
  code: InputError['code'],
  message: string,
): InputError {
  const detail = `${name}: ${message}`;
  return { in: 'parameters', pointer: jsonPointer([name]), code, detail };
}

/**
 * Parses the merged parameters. Names that the schema does not have are left out before the parse, so
 * that an unknown parameter never harms.
 * @param merged the merged parameters
 * @param schema of the parameters, each of them a text or absent
 * @param elsewhere names of the schema that are parsed elsewhere
 * @param more what else was found to be wrong
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
      parameterError(name, 'invalid', 'must not hold U+0000 or half of a surrogate pair.'),
    );
  if (!parsed.success || unclear.length > 0 || unstorable.length > 0) {
    throw new InvalidInput([...unclear, ...unstorable, ...wrong]);
  }
  return parsed.data;
}
