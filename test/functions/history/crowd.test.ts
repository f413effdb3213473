import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { writeSetting } from '../../../infra/queries/settings.ts';
import { nativeServerUrl } from '../../support/database/open.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { queryColumn } from '../../support/sample.ts';
import { placeMills } from '../writing/every-write.ts';
import { openMillService, type MillService } from '../writing/mill-service.ts';
import { harvest, storeOf, sendWrites, type Harvest } from './crowds.ts';

const writerCount = 16;
const harvesterCount = 10;
const writesEach = 2;

/** Milliseconds after which it is given up, on a machine that has other work too. */
const crowdedMachine = 600_000;

let service: MillService;

beforeAll(async () => {
  if (nativeServerUrl() === undefined) return;
  service = await openMillService();
});

beforeEach(async () => {
  if (nativeServerUrl() === undefined) return;
  await placeMills(service.service);
  await service.service.stack.owner.write({
    text: 'truncate resource cascade',
    parameters: [],
  });
  // Small pages, so that there are several.
  await service.service.stack.data.write(writeSetting('history_page_size', '10'));
});

afterAll(async () => service?.service.close());

/** All of them at once. @param afterEach told of each write that was answered, by their number */
async function crowd(afterEach: (done: number) => void) {
  let done = 0;
  const range = (count: number): readonly number[] => [...Array(count).keys()];
  const all = range(writerCount).map((writer) =>
    sendWrites(service, writer, writesEach, () => {
      done += 1;
      afterEach(done);
    }),
  );
  let isOver = false;
  const written = Promise.all(all).finally(() => {
    isOver = true;
  });
  const harvests = Promise.all(range(harvesterCount).map(() => harvest(service, () => isOver)));
  return { statuses: (await written).flat(), harvests: await harvests };
}

/** Every harvester has the store and the whole stream. */
async function expectAgreement(harvests: readonly Harvest[]): Promise<void> {
  const store = await storeOf(service);
  const [total, highest] = await queryColumn(
    service.service,
    `select unnest(array[c.ordinal, (select max(ordinal) from activity)]) from activity_counter c`,
  );
  expect(total).toBe(highest);
  for (const { copy, items, complaints } of harvests) {
    expect(complaints).toEqual([]);
    expect(String(items)).toBe(total);
    expect(copy).toEqual(store);
  }
  expect(store.size).toBeGreaterThan(0);
}

/**
 * Ends every session of the database, as its server does when it dies, and lets nobody in for a moment.
 * @returns how many sessions there were
 */
async function killDatabase(): Promise<number> {
  const [name] = await queryColumn(service.service, 'select current_database()');
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

describe.skipIf(skipWithoutNativeServer())('ten harvesters beside sixteen writers', () => {
  it(
    'each end with the store as it is, and have seen every change once',
    async () => {
      const { statuses, harvests } = await crowd(() => undefined);
      // A mill that somebody deletes or adds a name to may not be there.
      expect(new Set(statuses).difference(new Set([200, 201, 404]))).toEqual(new Set());
      await expectAgreement(harvests);
    },
    crowdedMachine,
  );

  it(
    'do so too where the database is killed in the middle',
    async () => {
      let killed: Promise<number> | undefined;
      const { harvests } = await crowd((done) => {
        if (done === (writerCount * writesEach) / 2) killed = killDatabase();
      });
      expect(await killed).toBeGreaterThan(0);
      await expectAgreement(harvests);
    },
    crowdedMachine,
  );
});
