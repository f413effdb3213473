import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rebuildStaleResults } from '../../../infra/schema/rebuild-results.ts';
import { upgradeSchema } from '../../../infra/schema/upgrade-schema.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { disagreements } from '../../functions/writing/books.ts';
import { openMillService, type MillService } from '../../functions/writing/mill-service.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { queryColumn } from '../../support/sample.ts';
import { importMills, writeMills, type Load } from './load.ts';
import { droppedFunction, keepStatementsOfNext, nextVersion } from './next-version.ts';

const writers = Array.from({ length: 20 }, (_, writer) => writer);

/** Steps that each writer has done at least, before the upgrade and after it. */
const stepsBeside = 3;

/** Keeps the lock of writers until it is let go, as a long import does. @returns once it has it, how to let it go */
async function holdWriters(owner: DataApi): Promise<() => Promise<void>> {
  const holds = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<void>();
  const holding = owner.transaction(async ({ execute }) => {
    await execute(rawSql('lock table spatial_layer.lock_of_writers in row share mode'));
    holds.resolve();
    await ends.promise;
  });
  await holds.promise;
  return async () => {
    ends.resolve();
    await holding;
  };
}

// The embedded database has one session: nobody writes beside the upgrade there.
describe.skipIf(skipWithoutNativeServer())('an upgrade during an import and twenty writers', () => {
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
      if (step === stepsBeside) started[writer]?.resolve();
      if (isUpgraded) stepsAfter += 1;
      return stepsAfter < stepsBeside * writers.length;
    };
    const beside = [
      ...writers.map((writer) => writeMills(mills, writer, hasNextStep(writer))),
      importMills(mills, () => !isUpgraded),
    ];
    await Promise.all(started.map(({ promise }) => promise));
    const letGo = await holdWriters(owner);
    const next = await nextVersion();
    await upgradeSchema(owner, next, (line) => {
      reports.push(line);
      void letGo();
    });
    await keepStatementsOfNext(owner);
    await rebuildStaleResults(owner, next.storedResults);
    isUpgraded = true;
    loads = await Promise.all(beside);
  });

  afterAll(async () => mills?.service.close());

  const rows = (query: string) => queryColumn(mills.service, query);

  it('waits for who is writing, tries again, and says so', () => {
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

  it('leaves what functions of the version before call, which go on during it and after it', async () => {
    expect(await rows(`select to_regprocedure('${droppedFunction}') is not null`)).toEqual([
      'true',
    ]);
    expect(loads.flatMap(({ unsuccessful }) => unsuccessful)).toEqual([]);
  });

  it('loses nothing', async () => {
    const expected = loads.flatMap((load) => load.mills).toSorted();
    expect(await rows('select resource_id from resource order by resource_id')).toEqual(expected);
    expect(await rows('select distinct resource_id from tile order by resource_id')).toEqual(
      expected,
    );
    expect(await disagreements(mills.service.stack.data)).toEqual([]);
  });
});
