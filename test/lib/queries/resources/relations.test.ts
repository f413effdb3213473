import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../../lib/data-api/query.ts';
import { int, intArray, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { parseConceptId, parseResourceId, type ResourceId } from '../../../../lib/model/ids.ts';
import type { RelationPosition } from '../../../../lib/model/resources/relation-parts.ts';
import { findConceptResources } from '../../../../lib/queries/concepts/concept-resources.ts';
import { findRelations } from '../../../../lib/queries/resources/relations.ts';
import { integerBetween, pickOne, pickSome } from '../../../support/random/draw.ts';
import { runCount } from '../../../support/random/run-count.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import {
  callers,
  concepts,
  installRelationWorld,
  prepareRelationWorld,
  resourceIds,
} from './relation-world.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await prepareRelationWorld(stack.owner);
});

afterAll(async () => stack?.close());

type Caller = number | null;

async function readColumn(statement: ReturnType<typeof sql>): Promise<readonly string[]> {
  return (await stack.owner.read(statement)).map(([value]) => String(value));
}

/** All relations that a caller may see, by looking at each: part, other end and id. */
const listNaively = (caller: Caller, resourceId: string, parts: readonly number[]) =>
  readColumn(sql`with visible as materialized (
  select v.resource_id from visible_resource(${int(caller)}) v
),
readable as materialized (
  select g.nodegroup_id from readable_nodegroup(${int(caller)}) g
),
relation_end as (
  select case when r.tile_id is null then 1 else 0 end as part, r.to_resource_id as other_id, r.*
  from resource_relation r
  where r.from_resource_id = ${uuid(resourceId)}
  union all
  select case when r.tile_id is null then 3 else 2 end, r.from_resource_id, r.*
  from resource_relation r
  where r.to_resource_id = ${uuid(resourceId)}
)
select concat_ws(' ', e.part, e.other_id, e.relation_id)
from relation_end e
left join tile t on t.tile_id = e.tile_id
left join node n on n.node_id = e.node_id
where e.part in (select unnest(${intArray(parts)}))
  and ${uuid(resourceId)} in (select v.resource_id from visible v)
  and e.other_id in (select v.resource_id from visible v)
  and (
    e.tile_id is null
    or (
      t.nodegroup_id in (select g.nodegroup_id from readable g)
      and (n.nodegroup_id is null or n.nodegroup_id in (select g.nodegroup_id from readable g))
    )
  )
order by e.part, e.other_id, e.relation_id`);

/** The pages of relations one after the other, and whether each but the last is full. */
async function listByPages(
  caller: Caller,
  resourceId: string,
  parts: readonly number[],
  limit: number,
): Promise<{ readonly relations: readonly string[]; readonly areFull: boolean }> {
  const relations: string[] = [];
  let after: RelationPosition | undefined;
  for (;;) {
    const query = findRelations(caller, parseResourceId(resourceId), { parts, after, limit });
    const page = (await runQuery(stack.dataApi.read, query)).relations;
    relations.push(
      ...page
        .slice(0, limit)
        .map(({ part, resourceId: other, relationId }) => `${part} ${other} ${relationId}`),
    );
    const last = page.length > limit ? page[limit - 1] : undefined;
    if (last === undefined) return { relations, areFull: true };
    if (page.length !== limit + 1) return { relations, areFull: false };
    const { part, relationId } = last;
    after = { part, relationId, resourceId: parseResourceId(last.resourceId) };
  }
}

/** All resource instances that use a concept and that a caller may see, by looking at each tile. */
const listUsersNaively = (caller: Caller, conceptId: string) =>
  readColumn(sql`with readable as materialized (
  select g.nodegroup_id from readable_nodegroup(${int(caller)}) g
)
select distinct t.resource_id::text
from tile t
join node n
  on n.nodegroup_id = t.nodegroup_id
  or exists (select from former_nodegroup f where (f.node_id, f.nodegroup_id) = (n.node_id, t.nodegroup_id))
join concept_value v on t.data -> n.node_id::text ? v.value_id::text
where v.concept_id = ${uuid(conceptId)}
  and n.holds = 'concept values'
  and may_read_thesaurus(${int(caller)})
  and t.resource_id in (select r.resource_id from visible_resource(${int(caller)}) r)
  and t.nodegroup_id in (select g.nodegroup_id from readable g)
  and (n.nodegroup_id is null or n.nodegroup_id in (select g.nodegroup_id from readable g))
order by 1`);

async function listUsersByPages(
  caller: Caller,
  conceptId: string,
  limit: number,
): Promise<readonly string[]> {
  const users: string[] = [];
  let after: ResourceId | undefined;
  for (;;) {
    const query = findConceptResources(caller, parseConceptId(conceptId), { after, limit });
    const page = (await runQuery(stack.dataApi.read, query)).resources;
    users.push(...page.slice(0, limit).map(({ resourceId }) => resourceId));
    const last = page.length > limit ? page[limit - 1] : undefined;
    if (last === undefined) return users;
    after = parseResourceId(last.resourceId);
  }
}

const allParts = [0, 1, 2, 3];

describe('in random data with grants, proposals and moved nodes', () => {
  const wrong: unknown[] = [];
  const counts = { relations: 0, users: 0 };

  beforeAll(async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        await installRelationWorld(stack.owner, draw);
        for (const [name, caller] of Object.entries(callers)) {
          for (const resourceId of [
            pickOne(draw, resourceIds.slice(0, 3)),
            pickOne(draw, resourceIds),
          ]) {
            const parts = pickOne(draw, [allParts, allParts, pickSome(draw, allParts)]);
            const limit = integerBetween(draw, 1, 7);
            const relations = await listNaively(caller, resourceId, parts);
            counts.relations += relations.length;
            const pages = await listByPages(caller, resourceId, parts, limit);
            if (!isDeepStrictEqual(pages, { relations, areFull: true })) {
              wrong.push({ name, resourceId, parts, limit, pages, relations });
            }
          }
          const { conceptId } = pickOne(draw, concepts);
          const expected = await listUsersNaively(caller, conceptId);
          counts.users += expected.length;
          const users = await listUsersByPages(caller, conceptId, integerBetween(draw, 1, 4));
          if (!isDeepStrictEqual(users, expected)) wrong.push({ name, conceptId, users, expected });
        }
      }),
      runCount(200, 15),
    );
  }, 600_000);

  it('the pages have what a look at each relation and each tile finds, for every caller, and are full', () => {
    expect(wrong).toEqual([]);
  });

  it('there are many relations, and records that use concepts', () => {
    expect(counts.relations).toBeGreaterThan(200);
    expect(counts.users).toBeGreaterThan(100);
  });
});
