import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

import * as z from 'zod';

/** A failed check of an answer. */
export type SchemathesisFailure = {
  /** The name of the check, such as `positive_data_acceptance`. */
  readonly check: string;
  /** Such as `GET /resources`. */
  readonly operation: string;
  /** The message of schemathesis. */
  readonly message: string;
  readonly url: string;
  readonly status: number;
  /** The first part of the body of the answer, without the style sheet of a page. */
  readonly answer: string;
};

/** The failures of a run, and its errors. */
export type SchemathesisReport = {
  readonly requests: number;
  readonly failures: readonly SchemathesisFailure[];
  readonly errors: readonly string[];
};

const check = z.object({
  name: z.string(),
  status: z.string(),
  failure_info: z
    .object({ failure: z.object({ title: z.string(), message: z.string().default('') }) })
    .nullish(),
});

const interaction = z.object({
  request: z.object({ uri: z.string() }),
  response: z
    .object({
      status_code: z.number(),
      content: z.object({ $base64: z.string() }).nullish(),
    })
    .nullish(),
});

const scenarioFinishedEvent = z.object({
  ScenarioFinished: z.object({
    recorder: z.object({
      label: z.string(),
      checks: z.record(z.string(), z.array(check)),
      interactions: z.record(z.string(), interaction),
    }),
  }),
});

const nonFatalErrorEvent = z.object({
  NonFatalError: z.object({
    label: z.string(),
    value: z.looseObject({ type: z.string(), message: z.string().default('') }),
  }),
});

type Scenario = z.output<typeof scenarioFinishedEvent>['ScenarioFinished']['recorder'];

/** The number of characters of an answer that are kept. */
const maximumAnswerLength = 2000;

function listFailures({ label, checks, interactions }: Scenario): readonly SchemathesisFailure[] {
  return Object.entries(checks).flatMap(([id, caseChecks]) =>
    caseChecks.flatMap(({ name, status, failure_info: info }) => {
      if (status !== 'failure') return [];
      const { request, response } = interactions[id] ?? {};
      const content = Buffer.from(response?.content?.$base64 ?? '', 'base64')
        .toString()
        .replace(/<style>[^]*?<\/style>/, '');
      const { title, message } = info?.failure ?? { title: '', message: '' };
      return [
        {
          check: name,
          operation: label,
          message: `${title}. ${message}`,
          url: request?.uri ?? '',
          status: response?.status_code ?? 0,
          answer: content.slice(0, maximumAnswerLength),
        },
      ];
    }),
  );
}

/** Reads the events of a run. @param file from `--report ndjson` */
export async function readSchemathesisReport(file: string): Promise<SchemathesisReport> {
  let requests = 0;
  const failures: SchemathesisFailure[] = [];
  const errors: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event: unknown = JSON.parse(line);
    const scenario = scenarioFinishedEvent.safeParse(event).data?.ScenarioFinished.recorder;
    if (scenario !== undefined) {
      requests += Object.keys(scenario.interactions).length;
      failures.push(...listFailures(scenario));
    }
    const error = nonFatalErrorEvent.safeParse(event).data?.NonFatalError;
    if (error !== undefined) {
      errors.push(`${error.label}: ${error.value.type}. ${error.value.message}`);
    }
  }
  return { requests, failures, errors };
}
