import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as z from 'zod';

import { readPointer } from './read-pointer.ts';

const textsByName = z.record(z.string(), z.string());

/** A request of a client, and the parts of the answer that the client reads. */
const stepSchema = z.strictObject({
  title: z.string(),
  request: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
    /** Relative to the base URL, with the query. */
    path: z.string(),
    headers: textsByName.optional(),
    /** Fields of an application/x-www-form-urlencoded body. */
    form: textsByName.optional(),
    /** Fields of a multipart/form-data body. */
    multipart: textsByName.optional(),
    /** A body that is sent unchanged. */
    body: z.string().optional(),
  }),
  /** The expected status. */
  status: z.int().default(200),
  /** Regular expressions that headers of the answer must match. */
  headers: textsByName.default({}),
  /** JSON Schema of the parts of the answer that the client reads, if it reads any. */
  answer: z.json().optional(),
  /** The names of values that the client stores for later requests, each with a JSON Pointer (RFC 6901) into the answer. */
  keep: textsByName.default({}),
});

const recordingSchema = z.strictObject({
  /** The client and its versions. */
  client: z.string(),
  steps: z.array(z.json()).min(1),
});

type Step = z.output<typeof stepSchema>;

/** The values that replace `{name}` in the texts of a recording, by name. */
export type ReplayValues = Record<string, string>;

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
formats.default(ajv);

/** Replaces every `{name}` in the texts of a value. @throws Error for a name without a value */
function fillValues(value: unknown, values: ReplayValues): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{([a-z]\w*)\}/g, (_, name: string) => {
      const replacement = values[name];
      if (replacement === undefined)
        throw new Error(`{${name}} has no value. An earlier step must keep one.`);
      return replacement;
    });
  }
  if (Array.isArray(value)) return value.map((item) => fillValues(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      String(fillValues(name, values)),
      fillValues(item, values),
    ]),
  );
}

function createRequestInit({
  method,
  headers = {},
  form,
  multipart,
  body,
}: Step['request']): RequestInit {
  const init = { method, headers };
  if (form !== undefined) return { ...init, body: new URLSearchParams(form) };
  if (multipart === undefined) return body === undefined ? init : { ...init, body };
  const data = new FormData();
  for (const [name, value] of Object.entries(multipart)) data.append(name, value);
  return { ...init, body: data };
}

function* listProblems(expected: Step, response: Response, text: string): Generator<string> {
  if (response.status !== expected.status) {
    yield `status ${response.status} instead of ${expected.status}: ${text.slice(0, 500)}`;
  }
  for (const [name, pattern] of Object.entries(expected.headers)) {
    const header = response.headers.get(name) ?? '';
    if (!new RegExp(pattern).test(header)) yield `${name}: ${header} does not match ${pattern}`;
  }
  if (expected.answer === undefined) return;
  const isValidAnswer = ajv.compile(Object(expected.answer));
  if (!isValidAnswer(JSON.parse(text)))
    yield `${ajv.errorsText(isValidAnswer.errors)} in ${text.slice(0, 1000)}`;
}

export type ReplayedStep = {
  readonly title: string;
  /**
   * Sends the request, and checks and reads the answer as the client does.
   * @param values the values that earlier steps have stored; this step adds its own
   * @returns the problems that the client would have
   */
  readonly replay: (
    send: (path: string, init: RequestInit) => Promise<Response>,
    values: ReplayValues,
  ) => Promise<readonly string[]>;
};

async function replay(
  rawStep: unknown,
  send: (path: string, init: RequestInit) => Promise<Response>,
  values: ReplayValues,
): Promise<readonly string[]> {
  const parsedStep = stepSchema.parse(fillValues(rawStep, values));
  const response = await send(parsedStep.request.path, createRequestInit(parsedStep.request));
  const text = await response.text();
  const problems = [...listProblems(parsedStep, response, text)];
  for (const [name, pointer] of Object.entries(parsedStep.keep)) {
    const keptValue = problems.length === 0 ? readPointer(JSON.parse(text), pointer) : undefined;
    if (typeof keptValue === 'string' || typeof keptValue === 'number')
      values[name] = `${keptValue}`;
    else problems.push(`there is no text or number at ${pointer} to keep as ${name}`);
  }
  return problems;
}

/**
 * Reads the requests of a client from a JSON file of this folder.
 * @param name the name of the file, without `.json`
 */
export function readRecordedSteps(name: string): readonly ReplayedStep[] {
  const file = path.join(import.meta.dirname, `${name}.json`);
  const { steps } = recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return steps.map((raw) => ({
    title: z.looseObject({ title: z.string() }).parse(raw).title,
    replay: (send, values) => replay(raw, send, values),
  }));
}
