import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { preferredLabelsExpression } from '../concepts/concept-labels.ts';
import {
  existsForCallerCondition,
  readableGraphTables,
  visibleCondition,
} from '../resources/visible-conditions.ts';
import { maxOwnGrants } from './match-tables.ts';
import { readableHeldNodeTable } from './record-conditions.ts';
import { searchedNodeTable } from './searched-nodes.ts';
import { suggestedNodeExpression, suggestedNodeMembers } from './suggested-node.ts';

const usedConceptSchema = z
  .object({
    conceptId: z.string(),
    labels: z.record(z.string(), z.string()),
    /** The broadest concept above it. */
    topId: z.string(),
    topLabels: z.record(z.string(), z.string()),
    collectionId: z.string().nullable(),
    ...suggestedNodeMembers,
  })
  .readonly();

/** A concept that a readable value of a visible resource instance has, or one narrower than it, with the node. */
export type UsedConcept = z.output<typeof usedConceptSchema>;

/** What one call looks up at most. */
const limits = {
  /** Nodes that may have one of the concepts. */
  pairs: 400,
  /** Narrower concepts of all concepts, the nearest first. */
  narrower: 5000,
  /** Entries of a concept and a node that are compared until one proves it. Most callers need one. */
  entries: 2000,
  /** Nodes of a concept. */
  nodes: 3,
};

/**
 * Finds which of some concepts are used, in their order: by a readable value of at least one visible resource instance, in a node whose
 * collection has the concept. Narrower concepts count, as in a condition on the node.
 * @rule Searching by values: What proves a suggested concept?
 */
export function findUsedConcepts(
  caller: Caller,
  conceptIds: readonly string[],
  graphIds: readonly string[] | null,
  limit: number,
): RowsQuery<readonly UsedConcept[]> {
  return manyRows(
    sql`with recursive ${readableGraphTables(caller)},
${readableHeldNodeTable(caller)},
${searchedNodeTable('concepts')},
${pairTables(caller, conceptIds, graphIds)},
${narrowerTables},
${entryTables},
used as materialized (
  select c.position, u.*
  from (
    select *
    from named n
    order by n.position
    offset 0
  ) c
  cross join lateral (
    select p.concept_id, p.node_id, p.collection_key
    from concept_node p
    where p.concept_id = c.concept_id
      and ${provedCondition(caller)}
    limit ${int(limits.nodes)}
  ) u
  limit ${int(limit)}
),
broader (concept_id, top_id, step) as (
  select u.concept_id, u.concept_id, 0
  from used u
  union
  select b.concept_id, l.from_concept_id, b.step + 1
  from broader b
  join hierarchy_link l on l.to_concept_id = b.top_id
  join concept c on c.concept_id = l.from_concept_id
  where c.node_type = 'Concept'
    and b.step < 20
),
top as materialized (
  select distinct on (b.concept_id) b.concept_id, b.top_id
  from broader b
  order by b.concept_id, b.step desc, b.top_id
)
select jsonb_build_object(
        'conceptId', u.concept_id,
        'labels', ${preferredLabelsExpression(sql`u.concept_id`)},
        'topId', t.top_id,
        'topLabels', ${preferredLabelsExpression(sql`t.top_id`)},
        'collectionId', u.collection_key,
        ${suggestedNodeExpression}
)::text
from used u
join top t on t.concept_id = u.concept_id
join node n on n.node_id = u.node_id
join graph g on g.graph_id = n.graph_id
order by u.position, n.graph_id, n.node_id`,
    usedConceptSchema,
  );
}

/** The table `named`, the concepts, and `concept_node`: each with the nodes whose collection has it. A node without a collection can have any. */
function pairTables(
  caller: Caller,
  conceptIds: readonly string[],
  graphIds: readonly string[] | null,
): Statement {
  const ofGraph =
    graphIds === null ? sql`true` : sql`n.graph_id in (select unnest(${uuidArray(graphIds)}))`;
  return sql`named as materialized (
  select c.concept_id, c.position
  from unnest(${uuidArray(conceptIds)}) with ordinality c (concept_id, position)
),
collection_of (concept_id, collection_id) as (
  select n.concept_id, n.concept_id
  from named n
  union
  select c.concept_id, m.from_concept_id
  from collection_of c
  join concept_relation m
    on m.to_concept_id = c.collection_id
    and m.relation_type = 'member'
),
concept_node as materialized (
  select
    c.concept_id,
    n.node_id,
    n.graph_id,
    n.collection_key,
    e.entry_node_id,
    r.has_grants and n.graph_id = any (r.own_graphs) as is_own,
    r.has_grants and n.graph_id = any (r.guest_graphs) as is_of_guest
  from named c
  cross join (
    select c.has_resource_grants and not c.is_administrator as has_grants, c.own_graphs, c.guest_graphs
    from caller_rights(${int(caller)}) c
  ) r
  cross join (
    select distinct n.node_id, n.graph_id, n.collection_key
    from searched_node n
    where ${ofGraph}
  ) n
  join entry_node e on e.node_id = n.node_id
  where n.collection_key is null
    or exists (
      select
      from collection_of o
      where o.concept_id = c.concept_id
        and o.collection_id::text = lower(n.collection_key)
    )
  order by c.position, n.graph_id, n.node_id
  limit ${int(limits.pairs)}
)`;
}

/** The table `narrower_value`: the values of each concept and of those narrower than it. */
const narrowerTables = sql`narrower (root_id, concept_id) as (
  select n.concept_id, n.concept_id
  from named n
  union
  select r.root_id, l.to_concept_id
  from narrower r
  cross join lateral (
    select l.to_concept_id
    from hierarchy_link l
    where l.from_concept_id = r.concept_id
    offset 0
  ) l
),
narrower_value as materialized (
  select r.root_id, array_agg(v.value_id) as value_ids
  from (
    select *
    from narrower n
    limit ${int(limits.narrower)}
  ) r
  -- With an offset, the planner looks up each concept. Otherwise it reads all values of the thesaurus.
  cross join lateral (
    select v.value_id
    from concept_value v
    where v.concept_id = r.concept_id
    offset 0
  ) v
  group by r.root_id
)`;

/** The tables `visible_sets`, the sets of grants with which the caller sees resource instances, and `own_entry`, the entries that grants of the account open. */
const entryTables = sql`visible_sets as materialized (
  select v.is_own, v.is_of_guest, array_agg(v.grant_set_number) as numbers
  from visible_set v
  group by v.is_own, v.is_of_guest
  union all
  -- Without grants for the caller, all sets are alike.
  select false, false, array(select 0 union all select s.grant_set_number from grant_set s)
  where not (select c.has_grants from caller c)
),
own_entry as materialized (
  select e.resource_id, e.entry_node_id, e.entry_value
  from (
    select o.resource_id
    from own_grant o
    where o.is_visible
    limit ${int(maxOwnGrants)}
  ) o
  join id_entry e on e.resource_id = o.resource_id
  where e.entry_node_id in (select p.entry_node_id from concept_node p)
)`;

/** The condition that a visible resource instance has a readable value of the concept in the node of the pair `p`. */
const provedCondition = (caller: Caller): Statement => sql`exists (
        select
        from narrower_value v
        cross join lateral (
          select e.resource_id, e.entry_value
          from id_entry e
          where e.entry_value = any (v.value_ids)
            and e.entry_node_id = p.entry_node_id
            and e.grant_set_number = any ((
              select s.numbers
              from visible_sets s
              where (s.is_own, s.is_of_guest) is not distinct from (p.is_own, p.is_of_guest)
            )::integer[])
            and e.resource_id not in (select o.resource_id from own_grant o where not o.is_visible)
          union all
          select o.resource_id, o.entry_value
          from own_entry o
          where o.entry_node_id = p.entry_node_id
            and o.entry_value = any (v.value_ids)
          limit ${int(limits.entries)}
        ) e
        where v.root_id = p.concept_id
          and exists (
            select
            from tile t
            join searched_node h
              on h.nodegroup_id = t.nodegroup_id
              and h.node_id = p.node_id
            cross join lateral id_of_value(t.data -> h.node_key) i
            where t.resource_id = e.resource_id
              and i.entry_value = e.entry_value
            offset 0
          )
          and exists (
            select
            from resource r
            where r.resource_id = e.resource_id
              and ${visibleCondition(caller)}
              and ${existsForCallerCondition}
            offset 0
          )
        offset 0
      )`;
