import type * as z from 'zod';

/** Reads and validates a setting. @returns undefined if its variable is absent, empty or invalid */
export type ReadSetting = <Value>(
  name: string,
  schema: () => z.ZodType<Value>,
) => Value | undefined;

/** A function that reads settings, and the list to which it adds the problems of invalid settings. */
export function createSettingReader(variables: Readonly<Record<string, string | undefined>>) {
  const problems: string[] = [];
  const read: ReadSetting = (name, schema) => {
    const text = variables[name];
    if (text === undefined || text === '') return undefined;
    const parsed = schema().safeParse(text);
    for (const issue of parsed.error?.issues ?? []) problems.push(`${name}: ${issue.message}`);
    return parsed.data;
  };
  return { read, problems };
}
