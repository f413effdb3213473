import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../lib/data-api/errors.ts';
import { oneRow, runQuery } from '../../../lib/data-api/query.ts';
import { sql } from '../../../lib/data-api/sql.ts';
import { takeSample, triesAllCases } from '../../support/random/take-sample.ts';
import { hasNativeServer } from '../../support/has-native-server.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { bulkChanges, changes, prepareWorld, type Change } from './rights-changes.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await prepareWorld(stack.owner);
});

afterAll(async () => stack?.close());

/**
 * Lists where the compiled rights differ from the rule, for every account and the anonymous caller, and rights that nobody has.
 * It is one statement, so that it reads one state even while others change rights.
 */
const differences = oneRow(
  sql`with caller as (
  select a.account_id
  from account a
  union all
  select null
),
rule as materialized (
  select c.account_id, r.*
  from caller c
  cross join lateral nodegroup_rule(c.account_id) r
),
nodegroup_difference as (
  select c.account_id, 'nodegroup ' || d.nodegroup_id as subject
  from caller c
  cross join lateral (
    select r.nodegroup_id, rule_allows(r.read_rule), rule_allows(r.write_rule), rule_allows(r.delete_rule)
    from rule r
    where r.account_id is not distinct from c.account_id
    except
    select p.nodegroup_id, p.can_read, p.can_write, p.can_delete
    from nodegroup_permission(c.account_id) p
  ) d
),
list_difference as (
  select c.account_id, 'in the rule or in the list, not in both: nodegroup ' || d.nodegroup_id as subject
  from caller c
  cross join lateral (
    select coalesce(r.nodegroup_id, n.nodegroup_id) as nodegroup_id
    from (
      select *
      from rule
      where account_id is not distinct from c.account_id
        and rule_allows(read_rule)
    ) r
    full join readable_nodegroup(c.account_id) n on n.nodegroup_id = r.nodegroup_id
    where r.nodegroup_id is null
      or n.nodegroup_id is null
  ) d
),
closed_difference as (
  select c.account_id, 'in the rule or in the list, not in both: unreadable nodegroup ' || d.nodegroup_id as subject
  from caller c
  cross join lateral (
    select coalesce(r.nodegroup_id, n.nodegroup_id) as nodegroup_id
    from (
      select *
      from rule
      where account_id is not distinct from c.account_id
        and not rule_allows(read_rule)
    ) r
    full join unreadable_nodegroup(c.account_id) n on n.nodegroup_id = r.nodegroup_id
    where r.nodegroup_id is null
      or n.nodegroup_id is null
  ) d
),
graph_difference as (
  select c.account_id, 'in the rule or in the list, not in both: graph ' || d.graph_id as subject
  from caller c
  cross join lateral (
    select coalesce(r.graph_id, g.graph_id) as graph_id
    from (
      select distinct graph_id
      from rule
      where account_id is not distinct from c.account_id
        and rule_allows(read_rule)
    ) r
    full join readable_graph(c.account_id) g on g.graph_id = r.graph_id
    where r.graph_id is null
      or g.graph_id is null
  ) d
),
-- The graphs that a caller may read by own rights, and those that the caller may read only because Guest may.
source_difference as (
  select c.account_id, 'source (own or Guest) of the right to read graph ' || d.graph_id as subject
  from caller c
  cross join lateral (
    select coalesce(r.graph_id, o.graph_id) as graph_id
    from (
      select distinct 'own' as source, n.graph_id
      from rule n
      where n.account_id is not distinct from c.account_id
        and n.read_rule in ('grant', 'default')
      union
      select distinct 'guest', n.graph_id
      from rule n
      join rule own on own.nodegroup_id = n.nodegroup_id
      where n.account_id is null
        and own.account_id = c.account_id
        and rule_allows(n.read_rule)
        and own.closed_by is null
    ) r
    full join (
      select 'own' as source, unnest(k.own_graphs) as graph_id
      from caller_rights(c.account_id) k
      union
      select 'guest', unnest(k.guest_graphs)
      from caller_rights(c.account_id) k
    ) o using (source, graph_id)
    where coalesce(r.graph_id, o.graph_id) <> system_settings_graph()
      and (r.graph_id is null or o.graph_id is null)
  ) d
  where rule_of_caller(c.account_id) is null
),
resource_difference as (
  select c.account_id, 'resource instance ' || r.resource_id as subject
  from caller c
  cross join resource r
  cross join lateral resource_rule(c.account_id, r.resource_id) v
  left join visible_resource(c.account_id) s on s.resource_id = r.resource_id
  where rule_allows(v.view_rule) <> (s.resource_id is not null)
),
left_over as (
  select null::integer as account_id, 'rights that no account uses: ' || r.rights_id as subject
  from rights r
  where not exists (select from account a where a.rights_id = r.rights_id)
    and (
      r.reads_as_guest
      or r.account_group_ids not in (
        array(select g.account_group_id from account_group g where g.name = 'Guest'),
        spatial_view_readers()
      )
    )
)
select coalesce(jsonb_agg(jsonb_build_object('account', d.account_id, 'subject', d.subject)), '[]')::text
from (
  select * from nodegroup_difference
  union all
  select * from list_difference
  union all
  select * from closed_difference
  union all
  select * from graph_difference
  union all
  select * from source_difference
  union all
  select * from resource_difference
  union all
  select * from left_over
) d`,
  z.array(z.object({ account: z.number().nullable(), subject: z.string() })),
);

const readDifferences = (dataApi: DataApi) => runQuery(dataApi.read, differences);

async function apply(dataApi: DataApi, change: Change): Promise<void> {
  await dataApi.write(change.statement);
}

/** Ignores the refusal of a change whose target was deleted meanwhile, or whose name was taken. */
function ignoreConflict(error: unknown): void {
  if (error instanceof DatabaseError && ['23503', '23505'].includes(error.sqlState ?? '')) return;
  throw error;
}

/**
 * Applies changes one after the other.
 * @param comparisonCount the number of comparisons with the rule, each after a change of the sample
 * @returns the first change after which they differ, and where
 */
async function findFirstDifference(drawnChanges: readonly Change[], comparisonCount: number) {
  const comparedIndexes = new Set(takeSample([...drawnChanges.keys()], comparisonCount));
  for (const [index, change] of drawnChanges.entries()) {
    await apply(stack.owner, change);
    if (!comparedIndexes.has(index)) continue;
    const foundDifferences = await readDifferences(stack.owner);
    if (foundDifferences.length > 0) return { after: change.title, foundDifferences };
  }
  return undefined;
}

/** Half as many changes, unless tests try all cases. */
const changeCount = (all: number): number => (triesAllCases ? all : Math.ceil(all / 2));

describe('rights that are compiled on change', () => {
  it('agree with the rule after single changes', async () => {
    expect(await findFirstDifference(fc.sample(changes, changeCount(80)), 15)).toBeUndefined();
  });

  it('agree with the rule after changes of many rows in one statement', async () => {
    expect(await findFirstDifference(fc.sample(bulkChanges, changeCount(25)), 8)).toBeUndefined();
  });

  it('agree with the rule after changes that are rolled back', async () => {
    class Rollback extends Error {}
    for (const change of fc.sample(changes, changeCount(10))) {
      const rolledBackChange = stack.owner.transaction(async (transaction) => {
        await transaction.execute(change.statement);
        throw new Rollback();
      });
      await expect(rolledBackChange).rejects.toBeInstanceOf(Rollback);
    }
    expect(await readDifferences(stack.owner)).toEqual([]);
  });

  it.skipIf(!hasNativeServer)(
    'agree with the rule whenever they are read while 16 writers change them',
    async () => {
      const foundDifferences: unknown[] = [];
      const changeLists = fc.array(fc.oneof(changes, bulkChanges), {
        minLength: changeCount(10),
        maxLength: changeCount(10),
      });
      const writers = fc.sample(changeLists, 16).map(async (ownChanges, writer) => {
        for (const change of ownChanges) {
          await apply(stack.owner, change).catch(ignoreConflict);
          if (writer % 8 === 0) foundDifferences.push(...(await readDifferences(stack.owner)));
        }
      });
      await Promise.all(writers);
      foundDifferences.push(...(await readDifferences(stack.owner)));
      expect(foundDifferences).toEqual([]);
    },
  );
});
