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
  readersRead,
  rowsOf,
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
    await prepareMills(stack.data, stack.owner);
    await readersRead(stack.data, true);
  });

  afterAll(async () => stack?.close());

  const move = (x: number): Statement => sql`update tile
set data = ${json({ [millViewNodes.geometry]: millCollection(point(x, 4)) })}
where tile_id = ${uuid(tiles.watermillPlace)}`;

  const places = async (): Promise<readonly unknown[]> =>
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

  /** Runs one statement in a transaction, and other work concurrently before the commit. */
  async function runConcurrently(first: Statement, second: () => Promise<unknown>, waits: boolean) {
    let other: Promise<unknown> = Promise.resolve();
    await stack.data.transaction(async (transaction: Transaction) => {
      await transaction.execute(first);
      other = second();
      other.catch(() => undefined);
      await (waits ? waitForBlockedSession() : other);
    });
    await other;
  }

  it('appears in a view that is created at the same time', async () => {
    await runConcurrently(move(10), () => writeView(stack.data), true);
    expect(await places()).toEqual([10]);
  });

  it('appears in a view that was created but not committed when the write began', async () => {
    await stack.data.write(rawSql('delete from spatial_view where true'));
    let other: Promise<unknown> = Promise.resolve();
    await stack.data.transaction(async (transaction) => {
      await writeView({ ...stack.data, write: (statement) => transaction.execute(statement) });
      other = stack.data.write(move(11));
      await waitForBlockedSession();
    });
    await other;
    expect(await places()).toEqual([11]);
  });

  it('appears only if the right to read it exists when it commits', async () => {
    await runConcurrently(move(12), () => readersRead(stack.data, false), false);
    expect(await places()).toEqual([]);
    await runConcurrently(move(13), () => readersRead(stack.data, true), false);
    expect(await places()).toEqual([13]);
  });

  it('disappears if the right to read it is removed directly afterwards', async () => {
    const revoke = rawSql(
      `update account_group set can_read = false where name = 'Spatial View Reader'`,
    );
    await runConcurrently(revoke, () => stack.data.write(move(14)), false);
    expect(await places()).toEqual([]);
    await readersRead(stack.data, true);
  });

  it('gets the label that another transaction changes', async () => {
    const relabel = rawSql(
      `update concept_value set value = 'by the river' where language_id = 'en'`,
    );
    await runConcurrently(
      relabel,
      () =>
        writeMillTile(stack.data, tiles.secondKind, windmill, millNodegroups.kind, {
          [millViewNodes.kind]: '71ee0000-0000-4000-8000-000000000041',
        }),
      false,
    );
    const rows = await rowsOf(reader, 'mills_point');
    expect(JSON.stringify(rows)).toContain('by the river');
  });
});
