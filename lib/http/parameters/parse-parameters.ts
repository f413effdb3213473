import type * as z from 'zod';

import { InvalidInput, type InputError } from '../../errors.ts';
import { isStorableText } from '../../json/storable.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import type { MergedParameters } from './merge-parameters.ts';

/** Converts issues of zod. @param input what zod parsed; if it has no value at the path of an issue, the value is missing */
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

/** Makes the error for a parameter. Its detail is the name, a colon and the message. */
export function parameterError(
  name: string,
  code: InputError['code'],
  message: string,
): InputError {
  const detail = `${name}: ${message}`;
  return { in: 'parameters', pointer: jsonPointer([name]), code, detail };
}

export type ParseOptions = {
  /** Names in the schema that are left out, because other code parses them. */
  readonly excludedNames?: readonly string[];
  /** Errors of other checks. */
  readonly additionalErrors?: readonly InputError[];
};

/**
 * Parses the merged parameters. Unknown names are ignored.
 * @rule Requests: What is answered to a parameter that is sent twice?
 * @param schema of the parameters, each an optional string
 * @throws InvalidInput listing everything that is wrong
 */
export function parseParameters<Schema extends z.ZodObject>(
  merged: MergedParameters,
  schema: Schema,
  { excludedNames = [], additionalErrors = [] }: ParseOptions = {},
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  const values = Object.fromEntries(
    names.flatMap((name) => {
      if (excludedNames.includes(name)) return [];
      const value = merged.values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const errorsOfKnownParameter = (
    name: string,
    code: InputError['code'],
    message: string,
  ): InputError[] => (names.includes(name) ? [parameterError(name, code, message)] : []);
  const mergeErrors = [
    ...merged.repeated.flatMap((name) =>
      errorsOfKnownParameter(name, 'repeated', 'must be sent once.'),
    ),
    ...[...merged.valueErrors].flatMap(([name, message]) =>
      errorsOfKnownParameter(name, 'invalid', message),
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
