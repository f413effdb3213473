import { randomBytes } from 'node:crypto';

const variable = 'HDS_TEST_RUN';

/** Sets the id of this run of the tests, for all its processes. @returns the id */
export function startTestRun(): string {
  const name = randomBytes(6).toString('hex');
  process.env[variable] = name;
  return name;
}

/** The id in the names of what the processes of a run share; undefined outside of a run of the tests. */
export function testRunId(): string | undefined {
  return process.env[variable];
}
