import { readFile } from 'node:fs/promises';

import * as z from 'zod';

/** A request to the sample data with its recorded response. JSON bodies are parsed; any other body is a string. */
const recordedExampleSchema = z.object({
  /** The id of the operation. */
  operation: z.string(),
  /** A description for readers. */
  title: z.string(),
  request: z.object({
    path: z.string(),
    /** The sample account that sends the request; absent if the request is anonymous. */
    account: z.string().optional(),
    mediaType: z.string().optional(),
    body: z.unknown().optional(),
  }),
  answer: z.object({ status: z.number(), mediaType: z.string(), body: z.unknown() }).nullable(),
});

export type RecordedExample = z.output<typeof recordedExampleSchema>;

/** Relative to the project root. */
export const examplesFile = 'infra/generate/openapi/examples.json';

/** Reads the recorded examples. */
export async function readExamples(file: string): Promise<readonly RecordedExample[]> {
  return z.array(recordedExampleSchema).parse(JSON.parse(await readFile(file, 'utf8')));
}

/** The member `examples` of an OpenAPI media type object; absent if there are none. */
type ExamplesObject = {
  readonly examples?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown }>
  >;
};

function createExamplesObject(
  examples: readonly { readonly title: string; readonly value: unknown }[],
): ExamplesObject {
  if (examples.length === 0) return {};
  const entries = examples.map(({ title, value }) => [
    title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    { summary: title, value },
  ]);
  return { examples: Object.fromEntries(entries) };
}

/** Selects the examples of a request body with a media type. */
export function selectRequestExamples(
  examples: readonly RecordedExample[],
  operation: string,
  mediaType: string,
): ExamplesObject {
  const matches = examples.filter(
    (example) => example.operation === operation && example.request.mediaType === mediaType,
  );
  return createExamplesObject(
    matches.map(({ title, request }) => ({ title, value: request.body })),
  );
}

/** Selects the examples of a response with a status and media type. */
export function selectResponseExamples(
  examples: readonly RecordedExample[],
  operation: string,
  status: string,
  mediaType: string,
): ExamplesObject {
  const matches = examples.flatMap(({ title, answer, ...example }) =>
    example.operation === operation &&
    String(answer?.status) === status &&
    answer?.mediaType === mediaType
      ? [{ title, value: answer.body }]
      : [],
  );
  return createExamplesObject(matches);
}
