import { readFile } from 'node:fs/promises';

import * as z from 'zod';

/** A request to the sample, and what the service answers: JSON as it is, anything else as a text. */
const recordedExample = z.object({
  /** The id of its operation. */
  operation: z.string(),
  /** What it shows, in words. */
  title: z.string(),
  request: z.object({
    path: z.string(),
    /** The account of the sample that asks; anybody where it is left out. */
    account: z.string().optional(),
    mediaType: z.string().optional(),
    body: z.unknown().optional(),
  }),
  answer: z.object({ status: z.number(), mediaType: z.string(), body: z.unknown() }).nullable(),
});

export type RecordedExample = z.output<typeof recordedExample>;

/** Where the examples are, from the root of the project. */
export const examplesFile = 'infra/generate/openapi/examples.json';

/** Reads the examples from their file. */
export async function readExamples(file: string): Promise<readonly RecordedExample[]> {
  return z.array(recordedExample).parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Examples as a media type object of OpenAPI has them; nothing where there are none. */
type ShownExamples = {
  readonly examples?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown }>
  >;
};

function shown(
  found: readonly { readonly title: string; readonly value: unknown }[],
): ShownExamples {
  if (found.length === 0) return {};
  const named = found.map(({ title, value }) => [
    title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    { summary: title, value },
  ]);
  return { examples: Object.fromEntries(named) };
}

/** The examples of a request with a body of some media type. */
export function requestExamples(
  examples: readonly RecordedExample[],
  operation: string,
  mediaType: string,
): ShownExamples {
  const found = examples.filter(
    (one) => one.operation === operation && one.request.mediaType === mediaType,
  );
  return shown(found.map(({ title, request }) => ({ title, value: request.body })));
}

/** The examples of an answer with some status and media type. */
export function responseExamples(
  examples: readonly RecordedExample[],
  operation: string,
  status: string,
  mediaType: string,
): ShownExamples {
  const found = examples.flatMap(({ title, answer, ...one }) =>
    one.operation === operation &&
    String(answer?.status) === status &&
    answer?.mediaType === mediaType
      ? [{ title, value: answer.body }]
      : [],
  );
  return shown(found);
}
