import { randomBytes } from 'node:crypto';

const variable = 'HDS_TEST_RUN';

/** Names this run of the tests, for all its processes. @returns its name */
export function startTestRun(): string {
  const name = randomBytes(6).toString('hex');
  process.env[variable] = name;
  return name;
}

/** What the processes of a run make for each other is called after it. Undefined where something else than a run of the tests asks. */
export function testRunId(): string | undefined {
  return process.env[variable];
}
