import { int, joinTables, json, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { maxCountedRecords, type Facet } from '../../model/questions/facets.ts';
import { centuryTables } from './century-tables.ts';

/**
 * The common table expressions with what the resource instances in the table `page` count for: `counted_concept` and `counted_century`, with
 * the index of the facet. The tiles decide, so no entry shows anything. The surrounding statement is recursive and has the tables of a
 * question.
 */
export function facetTables(caller: Caller, facets: readonly Facet[]): Statement {
  return joinTables([valueTables(facets), conceptTables(caller), centuryTables(caller, facets)]);
}

/**
 * The tables `found`; `facet_value`, the readable values of the nodes; and `distinct_value`, because reading what a value means takes longer than
 * joining.
 */
function valueTables(facets: readonly Facet[]): Statement {
  const nodes = facets.flatMap((facet, index) =>
    facet.kind === 'models'
      ? []
      : facet.nodes.map((node) => ({ facet: index, kind: facet.kind, ...node })),
  );
  return sql`found as materialized (
  -- The planner expects a thousand rows of a list, as it should, but a single one of a page, and then it would join without hashes.
  select l.id::uuid as resource_id, l.record_number
  from string_to_table(
    (
      select string_agg(p.resource_id::text, ',')
      from (
        select p.resource_id
        from page p
        order by p.resource_id
        limit ${int(maxCountedRecords)}
      ) p
    ),
    ','
  ) with ordinality l (id, record_number)
),
facet_node as materialized (
  select
    (f.node ->> 'facet')::integer as facet,
    -- A boolean, because of a text the planner expects few rows.
    f.node ->> 'kind' = 'centuries' as is_date,
    f.node ->> 'nodeId' as node_key,
    -- A join by equality is hashed, so no collection is the nil UUID.
    coalesce(f.node ->> 'collectionId', '00000000-0000-0000-0000-000000000000')::uuid as collection_id,
    array(select n.id::uuid from jsonb_array_elements_text(f.node -> 'readableNodegroupIds') n (id)) as nodegroup_ids
  from jsonb_array_elements(${json(nodes)}) f (node)
),
facet_nodegroup as materialized (
  select coalesce(array_agg(distinct n.id), '{}') as nodegroup_ids
  from facet_node f
  cross join unnest(f.nodegroup_ids) n (id)
),
facet_value as materialized (
  select f.facet, f.is_date, f.collection_id, r.record_number, t.data -> f.node_key as value
  from found r
  -- With an offset, the planner looks up the tiles of each resource instance. Otherwise it reads all tiles of the nodegroups.
  cross join lateral (
    select t.nodegroup_id, t.data
    from tile t
    where t.resource_id = r.resource_id
      and t.nodegroup_id = any ((select n.nodegroup_ids from facet_nodegroup n)::uuid[])
    offset 0
  ) t
  join facet_node f
    on t.nodegroup_id = any (f.nodegroup_ids)
    and t.data ? f.node_key
),
distinct_value as materialized (
  select distinct v.is_date, v.collection_id, v.value
  from facet_value v
)`;
}

/** The table `counted_concept`: the concepts of each resource instance, and those broader than them in the collection of the node. */
function conceptTables(caller: Caller): Statement {
  return sql`concept_of_value as materialized (
  select v.collection_id, v.value, c.concept_id
  from distinct_value v
  cross join lateral id_of_value(v.value) i
  join concept_value c on c.value_id = i.entry_value
  where not v.is_date
),
above (concept_id, above_id) as (
  select distinct c.concept_id, c.concept_id
  from concept_of_value c
  union
  select a.concept_id, l.from_concept_id
  from above a
  cross join lateral (
    select l.from_concept_id
    from hierarchy_link l
    join concept c on c.concept_id = l.from_concept_id
    where l.to_concept_id = a.above_id
      and c.node_type = 'Concept'
    offset 0
  ) l
  where (select may_read_thesaurus(${int(caller)}))
),
-- Upwards from the concepts, because a collection can have thousands of members.
group_of (concept_id, group_id) as (
  select distinct a.above_id, a.above_id
  from above a
  where a.above_id <> a.concept_id
  union
  select g.concept_id, m.from_concept_id
  from group_of g
  cross join lateral (
    select m.from_concept_id
    from concept_relation m
    where m.to_concept_id = g.group_id
      and m.relation_type = 'member'
    offset 0
  ) m
),
above_value as materialized (
  select distinct c.collection_id, c.value, a.above_id as concept_id
  from concept_of_value c
  join above a on a.concept_id = c.concept_id
  where a.above_id = a.concept_id
    or c.collection_id = '00000000-0000-0000-0000-000000000000'
    or (a.above_id, c.collection_id) in (select g.concept_id, g.group_id from group_of g)
),
counted_concept as materialized (
  select d.facet, d.concept_id, count(*) as count
  from (
    select distinct v.facet, v.record_number, a.concept_id
    from facet_value v
    join above_value a
      on a.value = v.value
      and a.collection_id = v.collection_id
    where not v.is_date
  ) d
  group by d.facet, d.concept_id
)`;
}
