import { boolean, int, joinTables, json, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  maxCenturiesOfRecord,
  maxCountedRecords,
  type Facet,
} from '../../model/questions/facets.ts';
import { yearOfConcept } from './period-concepts.ts';
import { readableHeldNodeTable } from './record-conditions.ts';

/**
 * The common table expressions with what the resource instances in the table `page` count for: `counted_concept` and `counted_century`, with
 * the index of the facet. The tiles decide, so no entry shows anything. The surrounding statement is recursive and has the tables of a
 * question.
 */
export function facetTables(caller: Caller, facets: readonly Facet[]): Statement {
  return joinTables([
    valueTables(facets),
    conceptTables(caller),
    centuryTables(
      caller,
      facets.flatMap((facet, index) =>
        facet.kind === 'centuries' && facet.includesConcepts ? [index] : [],
      ),
    ),
  ]);
}

/** The tables `found`, and `facet_value`: the readable values of the nodes. */
function valueTables(facets: readonly Facet[]): Statement {
  const nodes = facets.flatMap((facet, index) =>
    facet.kind === 'models' ? [] : facet.nodes.map((node) => ({ facet: index, ...node })),
  );
  return sql`found as materialized (
  select p.resource_id
  from page p
  order by p.resource_id
  limit ${int(maxCountedRecords)}
),
facet_node as materialized (
  select
    (f.node ->> 'facet')::integer as facet,
    f.node ->> 'nodeId' as node_key,
    (f.node ->> 'collectionId')::uuid as collection_id,
    array(select n.id::uuid from jsonb_array_elements_text(f.node -> 'readableNodegroupIds') n (id)) as nodegroup_ids
  from jsonb_array_elements(${json(nodes)}) f (node)
),
facet_nodegroup as materialized (
  select coalesce(array_agg(distinct n.id), '{}') as nodegroup_ids
  from facet_node f
  cross join unnest(f.nodegroup_ids) n (id)
),
facet_value as materialized (
  select f.facet, f.collection_id, t.resource_id, t.data -> f.node_key as value
  from found r
  -- With an offset, the planner looks up the tiles of each resource instance. Otherwise it reads all tiles of the nodegroups.
  cross join lateral (
    select t.resource_id, t.nodegroup_id, t.data
    from tile t
    where t.resource_id = r.resource_id
      and t.nodegroup_id = any ((select n.nodegroup_ids from facet_nodegroup n)::uuid[])
    offset 0
  ) t
  join facet_node f
    on t.nodegroup_id = any (f.nodegroup_ids)
    and t.data ? f.node_key
)`;
}

/** The table `counted_concept`: the concepts of each resource instance, and those broader than them in the collection of the node. */
function conceptTables(caller: Caller): Statement {
  return sql`concept_of_record as materialized (
  select distinct v.facet, v.collection_id, v.resource_id, c.concept_id
  from facet_value v
  cross join lateral id_of_value(v.value) i
  join concept_value c on c.value_id = i.entry_value
),
above (concept_id, above_id) as (
  select distinct c.concept_id, c.concept_id
  from concept_of_record c
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
-- By collection, because that takes less time than for each resource instance.
counted_above as materialized (
  select u.collection_id, a.concept_id, a.above_id
  from (select distinct c.collection_id, c.concept_id from concept_of_record c) u
  join above a on a.concept_id = u.concept_id
  where a.above_id = a.concept_id
    or u.collection_id is null
    or (a.above_id, u.collection_id) in (select g.concept_id, g.group_id from group_of g)
),
counted_concept as materialized (
  select d.facet, d.concept_id, count(*) as count
  from (
    select distinct c.facet, c.resource_id, a.above_id as concept_id
    from concept_of_record c
    join counted_above a
      on a.concept_id = c.concept_id
      and a.collection_id is not distinct from c.collection_id
  ) d
  group by d.facet, d.concept_id
)`;
}

/** The earliest and the latest day of 64 bits: an open beginning and an open end. */
const isOpenBeginning = sql`d.lower = -9223372036854775808`;
const isOpenEnd = sql`d.upper = 9223372036854775807`;

/**
 * The table `counted_century`, with the first year of each century divided by 100.
 * @rule Searching by values: In which centuries does a facet count a date?
 * @param dating the facets in which concepts with years count
 */
function centuryTables(caller: Caller, dating: readonly number[]): Statement {
  const furthest = int(maxCenturiesOfRecord - 1);
  return sql`dating_facet as materialized (
  select f.facet::integer as facet
  from jsonb_array_elements_text(${json(dating)}) f (facet)
),
concept_with_years as materialized (
  select v.concept_id, max(${yearOfConcept}) filter (where v.value_type = 'min_year') as first_year, max(${yearOfConcept}) filter (where v.value_type = 'max_year') as last_year
  from concept_value v
  where v.value_type in ('min_year', 'max_year')
    and ${boolean(dating.length > 0)}
    and (select may_read_thesaurus(${int(caller)}))
  group by v.concept_id
),
value_with_years as materialized (
  select v.value_id, y.first_year * 10000 + 101 as lower, y.last_year * 10000 + 1231 as upper
  from concept_with_years y
  join concept_value v on v.concept_id = y.concept_id
  where y.first_year <= y.last_year
),
${readableHeldNodeTable(caller, sql`dating_node`)},
dating_value as materialized (
  select distinct e.resource_id, e.lower, e.upper
  from (
    select e.resource_id, e.entry_node_id, e.entry_value, y.lower, y.upper
    from found r
    cross join lateral (
      select e.*
      from id_entry e
      where e.resource_id = r.resource_id
      offset 0
    ) e
    join value_with_years y on y.value_id = e.entry_value
    where exists (select from value_with_years)
  ) e
  join entry_node n on n.entry_node_id = e.entry_node_id
  -- An entry only proposes a value.
  where exists (
    select
    from tile t
    join dating_node h
      on h.nodegroup_id = t.nodegroup_id
      and h.node_key = n.node_id::text
    where t.resource_id = e.resource_id
      and e.entry_value in (select i.entry_value from id_of_value(t.data -> n.node_id::text) i)
    offset 0
  )
),
date_of_record as materialized (
  select v.facet, v.resource_id, d.lower, d.upper
  from facet_value v
  cross join lateral date_ranges(v.value #>> '{}') d
  where jsonb_typeof(v.value) = 'string'
  union all
  select f.facet, v.resource_id, v.lower, v.upper
  from dating_value v
  cross join dating_facet f
),
century_of_record as materialized (
  select
    c.facet,
    c.resource_id,
    c.century,
    row_number() over (partition by c.facet, c.resource_id order by c.century) as position
  from (
    select distinct d.facet, d.resource_id, s.century
    from date_of_record d
    -- A day is year × 10000 + month × 100 + day.
    cross join lateral (
      select
        case when not ${isOpenBeginning} then floor(d.lower / 1000000.0)::bigint end as first,
        case when not ${isOpenEnd} then floor(d.upper / 1000000.0)::bigint end as last
    ) c
    cross join lateral generate_series(
      coalesce(c.first, c.last - ${furthest}),
      least(
        coalesce(c.last, greatest(c.first, extract(century from now() at time zone 'UTC')::bigint - 1)),
        coalesce(c.first, c.last - ${furthest}) + ${furthest}
      )
    ) s (century)
  ) c
),
counted_century as materialized (
  select c.facet, c.century, count(*) as count
  from century_of_record c
  where c.position <= ${int(maxCenturiesOfRecord)}
  group by c.facet, c.century
)`;
}
