import { randomBytes } from 'node:crypto';

const variable = 'HDS_TEST_RUN';

/** Sets and returns the id of this run of the tests, for all its processes. */
export function startTestRun(): string {
  const id = randomBytes(6).toString('hex');
  process.env[variable] = id;
  return id;
}

/** The id of this run, for the names of files and databases that its processes share; undefined outside of a run of the tests. */
export function readTestRunId(): string | undefined {
  return process.env[variable];
}
