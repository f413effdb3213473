import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createTestAccount, createTestApplication, fetchTokens } from '../support/accounts.ts';
import { openSampleService } from '../support/sample.ts';
import { exposeService, type ReachableService } from './reachable-service.ts';
import type { SchemathesisReport, SchemathesisFailure } from './schemathesis/report.ts';
import {
  findAcceptedDifference,
  acceptedDifferences,
} from './schemathesis/accepted-differences.ts';
import { runSchemathesis, type SchemathesisOptions } from './schemathesis/run-schemathesis.ts';

// schemathesis (PyPI) sends requests that a description allows, and many that it does not allow, and checks the answers.

let service: Pick<ReachableService, 'url' | 'close'>;
let failures: readonly SchemathesisFailure[];
let errors: readonly string[];

/** The milliseconds that schemathesis may take. It needs five minutes, but more on a busy machine. */
const timeout = 2_400_000;

beforeAll(async () => {
  const sample = await openSampleService();
  await sample.openToGuest();
  const account = await createTestAccount(sample, 'administrator', { isAdministrator: true });
  const { clientId } = await createTestApplication(sample, account);
  service = await exposeService(sample);
  const { access_token: token } = await fetchTokens(sample, 'administrator', clientId);
  const [allOperations, ogcOperations] = [`${service.url}/openapi.json`, `${service.url}/ogc/api`];
  const runs: readonly SchemathesisOptions[] = [
    { description: allOperations },
    { description: ogcOperations },
    { description: ogcOperations, seconds: 60 },
    // The last runs change and delete data.
    { description: allOperations, token },
    { description: allOperations, token, seconds: 150 },
  ];
  const reports: SchemathesisReport[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  for (const run of runs) reports.push(await runSchemathesis(run));
  log.mockRestore();
  failures = reports.flatMap((report) => report.failures);
  errors = reports.flatMap((report) => report.errors);
  console.log(`${reports.reduce((sum, { requests }) => sum + requests, 0)} requests`);
  console.table(countFailures(failures));
}, timeout);

afterAll(async () => service?.close());

/** Counts the failures that each accepted difference explains. */
function countFailures(allFailures: readonly SchemathesisFailure[]) {
  return acceptedDifferences.map((difference) => ({
    check: difference.check,
    found: allFailures.filter((failure) => findAcceptedDifference(failure) === difference).length,
    reason: difference.reason,
  }));
}

describe('schemathesis, as a guest and as an administrator,', () => {
  it('finds no failures except the accepted differences', () => {
    expect(failures.filter((failure) => findAcceptedDifference(failure) === undefined)).toEqual([]);
  });

  it('finds each of the accepted differences', () => {
    const foundDifferences = new Set(failures.map(findAcceptedDifference));
    expect(acceptedDifferences.filter((difference) => !foundDifferences.has(difference))).toEqual(
      [],
    );
  });

  it('runs without errors of its own', () => {
    expect(errors).toEqual([]);
  });
});
