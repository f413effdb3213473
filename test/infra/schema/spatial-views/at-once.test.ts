import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DataApi, Transaction } from '../../../../lib/data-api/client.ts';
import { json, rawSql, sql, uuid, type Statement } from '../../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { skipWithoutNativeServer } from '../../../support/has-native-server.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import {
  millCollection,
  millNodegroups,
  millViewNodes,
  point,
  prepareMills,
  setReadersMayRead,
  readRows,
  tiles,
  watermill,
  windmill,
  writeMillTile,
  writeView,
} from './mill-views.ts';

// The embedded database has one session, so nothing is concurrent.
describe.skipIf(skipWithoutNativeServer())('a concurrent write', () => {
  let stack: TestStack;
  let reader: DataApi;

  beforeAll(async () => {
    stack = await openTestStack();
    reader = createTestDataApi(stack.server.url, 'reader');
    await prepareMills(stack.dataApi, stack.owner);
    await setReadersMayRead(stack.dataApi, true);
  });

  afterAll(async () => stack?.close());

  const moveWatermill = (x: number): Statement => sql`update tile
set data = ${json({ [millViewNodes.geometry]: millCollection(point(x, 4)) })}
where tile_id = ${uuid(tiles.watermillPlace)}`;

  const readXCoordinates = async (): Promise<readonly unknown[]> =>
    (
      await reader.read(
        rawSql(
          `select st_x(st_geometryn(geom, 1)) from mills_point where resourceinstanceid = '${watermill}'`,
        ),
      )
    ).map(([x]) => x);

  /** Waits until a session waits for a lock of another transaction. */
  async function waitForBlockedSession(): Promise<void> {
    for (;;) {
      const [row] = await stack.owner.read(
        rawSql(`select count(*) from pg_locks l
join pg_database d on d.oid = l.database
where not l.granted and d.datname = current_database()`),
      );
      if (row?.[0] !== '0') return;
    }
  }

  /** Runs a statement in a transaction, and begins the second work before the commit. @param secondWaits whether the second work waits for a lock */
  async function runConcurrently(
    first: Statement,
    second: () => Promise<unknown>,
    secondWaits: boolean,
  ) {
    let secondWork: Promise<unknown> = Promise.resolve();
    await stack.dataApi.transaction(async (transaction: Transaction) => {
      await transaction.execute(first);
      secondWork = second();
      secondWork.catch(() => undefined);
      await (secondWaits ? waitForBlockedSession() : secondWork);
    });
    await secondWork;
  }

  it('appears in a view that is created at the same time', async () => {
    await runConcurrently(moveWatermill(10), () => writeView(stack.dataApi), true);
    expect(await readXCoordinates()).toEqual([10]);
  });

  it('appears in a view that was created but not committed when the write began', async () => {
    await stack.dataApi.write(rawSql('delete from spatial_view where true'));
    let secondWork: Promise<unknown> = Promise.resolve();
    await stack.dataApi.transaction(async (transaction) => {
      await writeView({ ...stack.dataApi, write: (statement) => transaction.execute(statement) });
      secondWork = stack.dataApi.write(moveWatermill(11));
      await waitForBlockedSession();
    });
    await secondWork;
    expect(await readXCoordinates()).toEqual([11]);
  });

  it('appears only if the right to read it exists when it commits', async () => {
    await runConcurrently(moveWatermill(12), () => setReadersMayRead(stack.dataApi, false), false);
    expect(await readXCoordinates()).toEqual([]);
    await runConcurrently(moveWatermill(13), () => setReadersMayRead(stack.dataApi, true), false);
    expect(await readXCoordinates()).toEqual([13]);
  });

  it('disappears if the right to read it is removed directly afterwards', async () => {
    const revoke = rawSql(
      `update account_group set can_read = false where name = 'Spatial View Reader'`,
    );
    await runConcurrently(revoke, () => stack.dataApi.write(moveWatermill(14)), false);
    expect(await readXCoordinates()).toEqual([]);
    await setReadersMayRead(stack.dataApi, true);
  });

  it('shows the new label that another transaction was writing meanwhile', async () => {
    const relabel = rawSql(
      `update concept_value set value = 'by the river' where language_id = 'en'`,
    );
    await runConcurrently(
      relabel,
      () =>
        writeMillTile(stack.dataApi, tiles.secondKind, windmill, millNodegroups.kind, {
          [millViewNodes.kind]: '71ee0000-0000-4000-8000-000000000041',
        }),
      false,
    );
    const rows = await readRows(reader, 'mills_point');
    expect(JSON.stringify(rows)).toContain('by the river');
  });
});
