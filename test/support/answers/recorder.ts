import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import { expect } from 'vitest';

import { maskRandomValues } from './mask-random-values.ts';

/** An answer of the service to a test, without random values and times. */
type RecordedAnswer = {
  /** The name of the test; empty during set-up. */
  readonly test: string;
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The hash of the whole body. */
  readonly hash: string;
  readonly body: string;
};

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** How many characters of a body are recorded. */
const maxRecordedCharacters = 2_000;

/**
 * Wraps a fetch function so that it records each answer in the folder HDS_RECORD_ANSWERS, in a file for each test file.
 * `npm run compare:answers` compares two recordings.
 * @returns the function unchanged if HDS_RECORD_ANSWERS is not set
 */
export function recordAnswers(fetch: Fetch): Fetch {
  const folder = process.env['HDS_RECORD_ANSWERS'];
  if (folder === undefined || folder === '') return fetch;
  mkdirSync(folder, { recursive: true });
  return async (target, init) => {
    const { testPath = '', currentTestName = '' } = expect.getState();
    const response = await fetch(target, init);
    const copy = response.clone();
    const file = path.relative(process.cwd(), testPath);
    const record = (text: string): void => {
      const body = maskRandomValues(text);
      const answer: RecordedAnswer = {
        test: currentTestName,
        request: maskRandomValues([init?.method ?? 'GET', target, ...hashSentBody(init)].join(' ')),
        status: response.status,
        headers: maskHeaders(response),
        hash: hashText(body),
        body: body.slice(0, maxRecordedCharacters),
      };
      const name = `${file.replaceAll('/', '+')}.jsonl`;
      appendFileSync(path.join(folder, name), `${JSON.stringify(answer)}\n`);
    };
    // Tests may check when parts of an answer arrive, so they do not wait for this copy. Interrupted answers are not recorded.
    void copy.text().then(record, () => undefined);
    return response;
  };
}

function hashSentBody(init: RequestInit | undefined): readonly string[] {
  return typeof init?.body === 'string' ? [hashText(maskRandomValues(init.body))] : [];
}

function maskHeaders({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, maskRandomValues(value)]));
}

const hashText = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
