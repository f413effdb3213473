import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { oneRow, runQuery } from '../../../../lib/data-api/query.ts';
import { rawSql, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { nilUuid } from '../../../../lib/model/ids.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { concepts, prepareRelationWorld, worldNodegroups } from './relation-world.ts';

/*
 * A place to which very many resource instances refer, and a concept that they all use. Of 20,000 in the first nodegroup, grants close all
 * but three; 20,000 others refer to it by a closed nodegroup.
 */

const hub = '00000000-0000-4000-8000-00000000abcd';
const [open, closed] = worldNodegroups;
const count = 20_000;

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await prepareRelationWorld(stack.owner);
  await stack.owner.write(
    sql`insert into resource (resource_id, graph_id) values (${uuid(hub)}, ${uuid(open.graph_id)})`,
  );
  await stack.owner.write(
    rawSql(`insert into resource (resource_id, graph_id)
select md5(n::text)::uuid, '${open.graph_id}'
from generate_series(1, ${2 * count}) n`),
  );
  await stack.owner.write(
    rawSql(`insert into resource_grant (resource_id, account_group_id, no_access)
select md5(n::text)::uuid, g.account_group_id, true
from generate_series(1, ${count}) n
join account_group g on g.name = 'Guest'
where n % 7000 <> 0`),
  );
  for (const [nodegroup, offset] of [
    [open, 0],
    [closed, count],
  ] as const) {
    await stack.owner.write(
      rawSql(`insert into tile (tile_id, resource_id, nodegroup_id, data)
select md5(n::text)::uuid, md5(n::text)::uuid, '${nodegroup.nodegroup_id}', jsonb_build_object(
  '${nodegroup.reference_node}', jsonb_build_array(jsonb_build_object('resourceId', '${hub}')),
  '${nodegroup.concept_node}', jsonb_build_array('${concepts[1].valueIds[0]}')
)
from generate_series(${offset + 1}, ${offset + count}) n`),
    );
  }
  await stack.owner.write(rawSql(`update account_group set can_read = true`));
  await stack.owner.write(
    rawSql(`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select '${closed.nodegroup_id}', g.account_group_id, true
from account_group g
where g.name = 'Guest'`),
  );
  // Plans are those of a table that autovacuum has visited.
  await stack.owner.write(sql`vacuum analyze`);
}, 120_000);

afterAll(async () => stack?.close());

/** Runs a query that returns ids, and counts what it reads from a table and an index, and the scans of the whole table. */
async function readIds(query: string, table: string, index: string) {
  return stack.owner.transaction(async ({ execute }) => {
    const readCounts = `select
  (pg_stat_get_xact_tuples_fetched('${table}'::regclass) + pg_stat_get_xact_tuples_returned('${index}'::regclass))::text,
  pg_stat_get_xact_numscans('${table}'::regclass)::text`;
    const [before] = await execute(rawSql(readCounts));
    const ids = await runQuery(
      execute,
      oneRow(
        rawSql(`select coalesce(jsonb_agg(r.id), '[]')::text from (${query}) r (id)`),
        z.array(z.string()),
      ),
    );
    const [after] = await execute(rawSql(readCounts));
    const difference = (column: number) => Number(after?.[column]) - Number(before?.[column]);
    return { ids, rows: difference(0), tableScans: difference(1) };
  });
}

const relationsOf = (caller: string): string =>
  `select v.other_id from visible_relation(${caller}, '${hub}', '{0,1,2,3}', 0, '${nilUuid}', '${nilUuid}', 101) v`;

describe('the relations of a record with very many referrers', () => {
  it('are read without those that grants of groups or nodegroups close', async () => {
    const answer = await readIds(relationsOf('null'), 'resource_relation', 'resource_relation_to');
    expect(answer).toMatchObject({ ids: { length: 2 }, tableScans: 0 });
    expect(answer.rows).toBeLessThan(100);
  });

  it('are read up to the limit by who may see all', async () => {
    const answer = await readIds(relationsOf('4'), 'resource_relation', 'resource_relation_to');
    expect(answer).toMatchObject({ ids: { length: 101 }, tableScans: 0 });
    expect(answer.rows).toBeLessThan(1500);
  });

  it('include what a grant of the account itself opens', async () => {
    await stack.owner.write(
      rawSql(`insert into resource_grant (resource_id, account_id, can_view)
values (md5('17')::uuid, 1, true)`),
    );
    const answer = await readIds(relationsOf('1'), 'resource_relation', 'resource_relation_to');
    await stack.owner.write(rawSql('delete from resource_grant where account_id = 1'));
    expect(answer.ids).toHaveLength(101);
    const closing = await readIds(relationsOf('null'), 'resource_relation', 'resource_relation_to');
    expect(closing.ids).toHaveLength(2);
  });
});

describe('the records that use a concept', () => {
  it('are read up to the limit, without closed nodegroups', async () => {
    const answer = await readIds(
      `select u.resource_id from visible_user_of_values(4, '{${concepts[1].valueIds[0]}}', '${nilUuid}', 101) u`,
      'id_entry',
      'id_entry_value',
    );
    expect(answer).toMatchObject({ ids: { length: 101 }, tableScans: 0 });
    expect(answer.rows).toBeLessThan(1000);
  });
});
