import * as z from 'zod';

import type { DatingNodeName } from './model/questions/dating-nodes.ts';

// Each schema is created when it is first used: a deployed function has only a few of these variables, and creating all schemas would take
// a tenth of its start-up time.

export function flag() {
  return z.stringbool({
    truthy: ['on', 'true', '1'],
    falsy: ['off', 'false', '0'],
    error: 'must be on or off',
  });
}

export function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.coerce
    .number({ error })
    .refine(
      (number) => Number.isSafeInteger(number) && number >= minimum && number <= maximum,
      error,
    );
}

export function oneOf<const Word extends string>(...words: readonly [Word, ...Word[]]) {
  const error = `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return z.enum(words, { error });
}

/** For settings that serverless.yml reads too, which knows only these two words. */
export const onOrOff = () => oneOf('on', 'off');
export const responseMode = () => oneOf('stream', 'buffered');

export function url(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be a URL such as ${example}` });
}

export const webUrl = () => url(/^https?$/, 'https://heritage.example.org');
export const baseUrl = () => webUrl().transform(removeTrailingSlashes);

/** Origins with a comma between them. */
export const origins = () =>
  matchingText(
    /^https?:\/\/[\w.:-]+(,https?:\/\/[\w.:-]+)*$/,
    'must be origins such as https://tiles.example.org, with a comma between them',
  ).transform((text) => text.split(','));

export function boundedText(minimum: number, maximum: number) {
  const error = `must have ${minimum} to ${maximum} characters`;
  return z.string().min(minimum, { error }).max(maximum, { error });
}

export function matchingText(pattern: RegExp, error: string) {
  return z.string().regex(pattern, { error, abort: true });
}

export const arn = () => boundedText(11, 2048);

export const schedule = () =>
  matchingText(
    /^(cron|rate)\(.+\)$/,
    'must be an EventBridge schedule such as cron(30 2 * * ? *) or rate(1 hour)',
  );

// The retention periods in days that CloudWatch accepts, up to a year.
export const logDays = () =>
  oneOf('1', '3', '5', '7', '14', '30', '60', '90', '120', '150', '180', '365');

/** Pairs of a model and a type. */
export const schemaTypes = () =>
  matchingText(
    /^[\da-f-]{36}=[A-Z][A-Za-z]*(,[\da-f-]{36}=[A-Z][A-Za-z]*)*$/,
    'must be ids of models with types of schema.org, such as 1c394a13-ae4a-5c51-95b7-e10a0199f102=LandmarksOrHistoricalBuildings, with a comma between them',
  ).transform((text) =>
    text.split(',').map((pair): [string, string] => [pair.slice(0, 36), pair.slice(37)]),
  );

/** Nodes with a comma between them, each with or without its model. */
export const nodeNames = () =>
  matchingText(
    /^(?:[\w-]+\.)?[\w-]+(?:,(?:[\w-]+\.)?[\w-]+)*$/,
    'must be aliases or ids of nodes, such as built or monument.built, with a comma between them',
  ).transform((text) =>
    text.split(',').map((name): DatingNodeName => {
      const [node = '', graph = null] = name.split('.').toReversed();
      return { graph, node };
    }),
  );

/** Models with their ids as collections, which are empty for models that are none. */
export const modelCollections = () =>
  matchingText(
    /^(?:on|off|[\w-]+=[\w-]*(?:,[\w-]+=[\w-]*)*)$/,
    'must be on, off, or slugs or ids of models with ids of collections, such as monument=sites,person=, with a comma between them',
  );

export function removeTrailingSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}

export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

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
