import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { writeSetting } from '../../../infra/cli/instance/queries/settings.ts';
import { nativeServerUrl } from '../../support/database/open.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { queryColumn } from '../../support/sample.ts';
import { emptyRecords } from '../writing/books.ts';
import { placeMills } from '../writing/every-write.ts';
import { openMillService, type MillService } from '../writing/mill-service.ts';
import { harvest, readAllMills, sendWrites, type Harvest } from './crowds.ts';

const writerCount = triesAllCases ? 16 : 8;
const harvesterCount = triesAllCases ? 10 : 3;
const writesPerWriter = 2;

/** The timeout in milliseconds, for a busy machine. */
const timeout = 600_000;

let mills: MillService;

beforeAll(async () => {
  if (nativeServerUrl() === undefined) return;
  mills = await openMillService();
});

beforeEach(async () => {
  if (nativeServerUrl() === undefined) return;
  await placeMills(mills.service);
  await mills.service.stack.owner.write({ text: emptyRecords, parameters: [] });
  // Small pages, so that there are several.
  await mills.service.stack.dataApi.write(writeSetting('history_page_size', '10'));
});

afterAll(async () => mills?.service.close());

/** Runs all writers and harvesters at once. @param afterEach called after each write with the number of finished writes */
async function runCrowd(afterEach: (done: number) => void) {
  let done = 0;
  const range = (count: number): readonly number[] => [...Array(count).keys()];
  const writers = range(writerCount).map((writer) =>
    sendWrites(mills, writer, writesPerWriter, () => {
      done += 1;
      afterEach(done);
    }),
  );
  let isOver = false;
  const written = Promise.all(writers).finally(() => {
    isOver = true;
  });
  const harvests = Promise.all(range(harvesterCount).map(() => harvest(mills, () => isOver)));
  return { statuses: (await written).flat(), harvests: await harvests };
}

/** Checks that every harvester has read the whole stream, and has a copy of the current data. */
async function expectEqualCopies(harvests: readonly Harvest[]): Promise<void> {
  const currentData = await readAllMills(mills);
  const [total, highest] = await queryColumn(
    mills.service,
    `select unnest(array[c.ordinal, (select max(ordinal) from activity)]) from activity_counter c`,
  );
  expect(total).toBe(highest);
  for (const { copy, items, faults } of harvests) {
    expect(faults).toEqual([]);
    expect(String(items)).toBe(total);
    expect(copy).toEqual(currentData);
  }
  expect(currentData.size).toBeGreaterThan(0);
}

/**
 * Ends every session of the database, as a crash does, and allows no new ones for 0.3 seconds.
 * @returns the number of ended sessions
 */
async function killDatabase(): Promise<number> {
  const [name] = await queryColumn(mills.service, 'select current_database()');
  const client = new pg.Client({ connectionString: nativeServerUrl() });
  await client.connect();
  try {
    await client.query(`alter database ${name} allow_connections false`);
    const { rows } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
    await wait(300);
    return rows.length;
  } finally {
    await client.query(`alter database ${name} allow_connections true`);
    await client.end();
  }
}

describe.skipIf(skipWithoutNativeServer())('harvesters beside many writers', () => {
  it(
    'each end with a copy of the current data, and read every item once',
    async () => {
      const { statuses, harvests } = await runCrowd(() => undefined);
      // A deletion and the addition of a name are a 404 if the mill does not exist at that moment.
      expect(new Set(statuses).difference(new Set([200, 201, 404]))).toEqual(new Set());
      await expectEqualCopies(harvests);
    },
    timeout,
  );

  it.runIf(triesAllCases)(
    'each end with a copy of the current data even if the database is killed meanwhile',
    async () => {
      let killed: Promise<number> | undefined;
      const { harvests } = await runCrowd((done) => {
        if (done === (writerCount * writesPerWriter) / 2) killed = killDatabase();
      });
      expect(await killed).toBeGreaterThan(0);
      await expectEqualCopies(harvests);
    },
    timeout,
  );
});
