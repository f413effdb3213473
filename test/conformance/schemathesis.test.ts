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

// schemathesis (PyPI) sends what a description allows, and much that it does not allow, and checks the answers.

let service: Pick<ReachableService, 'url' | 'close'>;
let failures: readonly SchemathesisFailure[];
let errors: readonly string[];

/** It takes five minutes, and longer on a busy machine. */
const patience = 2_400_000;

beforeAll(async () => {
  const sample = await openSampleService();
  await sample.openToGuest();
  const account = await createTestAccount(sample, 'administrator', { isAdministrator: true });
  const { clientId } = await createTestApplication(sample, account);
  service = await exposeService(sample);
  const { access_token: token } = await fetchTokens(sample, 'administrator', clientId);
  const [whole, ogc] = [`${service.url}/openapi.json`, `${service.url}/ogc/api`];
  const runs: readonly SchemathesisOptions[] = [
    { description: whole },
    { description: ogc },
    { description: ogc, seconds: 60 },
    // The last runs change and delete data.
    { description: whole, token },
    { description: whole, token, seconds: 150 },
  ];
  const findings: SchemathesisReport[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  for (const run of runs) findings.push(await runSchemathesis(run));
  log.mockRestore();
  failures = findings.flatMap((one) => one.failures);
  errors = findings.flatMap((one) => one.errors);
  console.log(`${findings.reduce((sum, { requests }) => sum + requests, 0)} requests`);
  console.table(countsOf(failures));
}, patience);

afterAll(async () => service?.close());

/** The number of failures by accepted difference. */
function countsOf(found: readonly SchemathesisFailure[]) {
  return acceptedDifferences.map((difference) => ({
    check: difference.check,
    found: found.filter((failure) => findAcceptedDifference(failure) === difference).length,
    reason: difference.reason,
  }));
}

describe('schemathesis, as a guest and as an administrator', () => {
  it('finds no failure that is ours', () => {
    expect(failures.filter((failure) => findAcceptedDifference(failure) === undefined)).toEqual([]);
  });

  it('finds each known difference: what is mended stands no longer among them', () => {
    const found = new Set(failures.map(findAcceptedDifference));
    expect(acceptedDifferences.filter((one) => !found.has(one))).toEqual([]);
  });

  it('can do all that it begins', () => {
    expect(errors).toEqual([]);
  });
});
