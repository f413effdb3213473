import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createAccount, createApplication, signedIn } from '../support/accounts.ts';
import { openSampleService } from '../support/sample.ts';
import { reachable, type ReachableService } from './reachable-service.ts';
import type { Findings, FoundFailure } from './schemathesis/found-failure.ts';
import { knownDifference, knownDifferences } from './schemathesis/known-differences.ts';
import { runSchemathesis, type SchemathesisRun } from './schemathesis/run-schemathesis.ts';

// schemathesis (PyPI) asks what a description promises, and much that it does not, and judges each answer by it.

let service: Pick<ReachableService, 'url' | 'close'>;
let failures: readonly FoundFailure[];
let errors: readonly string[];

/** It takes five minutes, and longer on a machine that has other things to do. */
const patience = 2_400_000;

beforeAll(async () => {
  const sample = await openSampleService();
  await sample.open();
  const account = await createAccount(sample, 'administrator', { isAdministrator: true });
  const { clientId } = await createApplication(sample, account);
  service = await reachable(sample);
  const { access_token: token } = await signedIn(sample, 'administrator', clientId);
  const [whole, ogc] = [`${service.url}/openapi.json`, `${service.url}/ogc/api`];
  const runs: readonly SchemathesisRun[] = [
    { description: whole },
    { description: ogc },
    { description: ogc, seconds: 60 },
    // The last ones change and delete what is there.
    { description: whole, token },
    { description: whole, token, seconds: 150 },
  ];
  const findings: Findings[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  for (const run of runs) findings.push(await runSchemathesis(run));
  log.mockRestore();
  failures = findings.flatMap((one) => one.failures);
  errors = findings.flatMap((one) => one.errors);
  console.log(`${findings.reduce((sum, { requests }) => sum + requests, 0)} requests`);
  console.table(countsOf(failures));
}, patience);

afterAll(async () => service?.close());

/** How often each known difference was found. */
function countsOf(found: readonly FoundFailure[]) {
  return knownDifferences.map((difference) => ({
    check: difference.check,
    found: found.filter((failure) => knownDifference(failure) === difference).length,
    reason: difference.reason,
  }));
}

describe('schemathesis, as a guest and as an administrator', () => {
  it('finds no failure that is ours', () => {
    expect(failures.filter((failure) => knownDifference(failure) === undefined)).toEqual([]);
  });

  it('finds each known difference: what is mended stands no longer among them', () => {
    const found = new Set(failures.map(knownDifference));
    expect(knownDifferences.filter((one) => !found.has(one))).toEqual([]);
  });

  it('can do all that it begins', () => {
    expect(errors).toEqual([]);
  });
});
