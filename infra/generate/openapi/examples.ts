import { readFile } from 'node:fs/promises';

import * as z from 'zod';

/** A request to the sample data, as examples.json has it. JSON bodies are parsed; any other body is a string. */
const exampleSchema = z.object({
  /** The id of the operation. */
  operation: z.string(),
  /** A description for readers, which no other example has. */
  title: z.string(),
  request: z.object({
    path: z.string(),
    /** The sample account that sends the request; absent if the request is anonymous. */
    account: z.string().optional(),
    mediaType: z.string().optional(),
    body: z.unknown().optional(),
  }),
});

const answerSchema = z.object({ status: z.number(), mediaType: z.string(), body: z.unknown() });

export type Example = z.output<typeof exampleSchema>;

export type ExampleAnswer = z.output<typeof answerSchema>;

/** A request with its recorded response, which is null for a new example. */
export type RecordedExample = Example & { readonly answer: ExampleAnswer | null };

/** The recorded responses by the titles of their examples. */
export const exampleAnswersFile = new URL('./example-answers.generated.json', import.meta.url);

/** Reads the examples with their recorded responses. */
export async function readExamples(): Promise<readonly RecordedExample[]> {
  const file = new URL('./examples.json', import.meta.url);
  const examples = z.array(exampleSchema).parse(JSON.parse(await readFile(file, 'utf8')));
  const answers = await readExampleAnswers();
  return examples.map((example) => ({ ...example, answer: answers[example.title] ?? null }));
}

/** Reads the recorded responses. */
export async function readExampleAnswers(): Promise<Readonly<Record<string, ExampleAnswer>>> {
  const text = await readFile(exampleAnswersFile, 'utf8');
  return z.record(z.string(), answerSchema).parse(JSON.parse(text));
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
