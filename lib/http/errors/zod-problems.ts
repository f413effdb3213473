import type * as z from 'zod';

import { InvalidInput, type InputError } from '../../errors.ts';
import { jsonPointer } from '../../model/problem.ts';
import type { MergedParameters } from '../parameters/parameters.ts';

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

/**
 * Parses the merged parameters. Names that the schema does not have are left out before the parse, so
 * that an unknown parameter never harms.
 * @param merged the merged parameters
 * @param schema of the parameters, each of them a text or absent
 * @param others names that are known besides, and parsed elsewhere
 * @throws InvalidInput listing everything that is wrong
 */
export function parseParameters<Schema extends z.ZodObject>(
  merged: MergedParameters,
  schema: Schema,
  others: readonly string[] = [],
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  const known = Object.fromEntries(
    names.flatMap((name) => {
      const value = merged.values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const repeated = merged.repeated
    .filter((name) => names.includes(name) || others.includes(name))
    .map((name): InputError => ({
      in: 'parameters',
      pointer: jsonPointer([name]),
      code: 'repeated',
      detail: `${name}: must be sent once.`,
    }));
  const parsed = schema.safeParse(known);
  const wrong = parsed.success ? [] : inputErrors(parsed.error, 'parameters', known);
  if (!parsed.success || repeated.length > 0) throw new InvalidInput([...repeated, ...wrong]);
  return parsed.data;
}
