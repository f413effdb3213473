import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rebuildStaleResults } from '../../../infra/schema/rebuild-results.ts';
import { upgradeSchema } from '../../../infra/schema/upgrade-schema.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { listInconsistencies } from '../../functions/writing/books.ts';
import { openMillService, type MillService } from '../../functions/writing/mill-service.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { queryColumn } from '../../support/sample.ts';
import { importMills, writeMills, type Load } from './load.ts';
import { droppedFunction, recordStatementsOfNextVersion, readNextSchema } from './next-version.ts';

const writers = Array.from({ length: triesAllCases ? 20 : 6 }, (_, writer) => writer);

/** The steps that a writer does before the upgrade, and on average after it. */
const minimumSteps = 3;

/** Takes the lock of writers, as a long import does. @returns a function that releases the lock */
async function takeWriterLock(owner: DataApi): Promise<() => Promise<void>> {
  const isLocked = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const transaction = owner.transaction(async ({ execute }) => {
    await execute(rawSql('lock table spatial_layer.lock_of_writers in row share mode'));
    isLocked.resolve();
    await mayEnd.promise;
  });
  await isLocked.promise;
  return async () => {
    mayEnd.resolve();
    await transaction;
  };
}

// The embedded database has one session, so nothing can write during the upgrade.
describe.skipIf(skipWithoutNativeServer())('an upgrade during an import and many writers', () => {
  let mills: MillService;
  let loads: readonly Load[];
  const reports: string[] = [];

  beforeAll(async () => {
    mills = await openMillService();
    const { owner } = mills.service.stack;
    let isUpgraded = false;
    let stepsAfter = 0;
    const started = writers.map(() => Promise.withResolvers<void>());
    const hasNextStep = (writer: number) => (step: number) => {
      if (step === minimumSteps) started[writer]?.resolve();
      if (isUpgraded) stepsAfter += 1;
      return stepsAfter < minimumSteps * writers.length;
    };
    const concurrentWork = [
      ...writers.map((writer) => writeMills(mills, writer, hasNextStep(writer))),
      importMills(mills, () => !isUpgraded),
    ];
    await Promise.all(started.map(({ promise }) => promise));
    const releaseLock = await takeWriterLock(owner);
    const nextSchema = await readNextSchema();
    await upgradeSchema(owner, nextSchema, (line) => {
      reports.push(line);
      void releaseLock();
    });
    await recordStatementsOfNextVersion(owner);
    await rebuildStaleResults(owner, nextSchema.storedResults);
    isUpgraded = true;
    loads = await Promise.all(concurrentWork);
  });

  afterAll(async () => mills?.service.close());

  const readColumn = (query: string) => queryColumn(mills.service, query);

  it('waits for writers, and reports that it tries again', () => {
    expect(reports).toContain('waiting for writers: attempt 2 of 20');
  });

  it('changes a table, a function and a trigger', async () => {
    expect(reports).toEqual(
      expect.arrayContaining([
        'applied 999-checked-tiles.sql',
        'replaced function granted_nodegroup(integer[], integer, integer[])',
        'replaced trigger feature_after_insert on tile',
        'rebuilding: rights',
      ]),
    );
  });

  it('keeps a function that the previous version calls, so requests succeed during and after it', async () => {
    expect(await readColumn(`select to_regprocedure('${droppedFunction}') is not null`)).toEqual([
      'true',
    ]);
    expect(loads.flatMap(({ failedRequests }) => failedRequests)).toEqual([]);
  });

  it('loses no resource instance and no tile', async () => {
    const expected = loads.flatMap((load) => load.mills).toSorted();
    expect(await readColumn('select resource_id from resource order by resource_id')).toEqual(
      expected,
    );
    expect(await readColumn('select distinct resource_id from tile order by resource_id')).toEqual(
      expected,
    );
    expect(await listInconsistencies(mills.service.stack.dataApi)).toEqual([]);
  });
});
