import { boolean, int, json, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { maxCenturiesOfRecord, type Facet } from '../../model/questions/facets.ts';
import { yearOfConcept } from './period-concepts.ts';
import { readableHeldNodeTable } from './record-conditions.ts';

/**
 * The common table expression `counted_century`, with the index of the facet and the first year of each century divided by 100, and those that it
 * needs. They need the tables `found`, `facet_value` and `distinct_value`.
 * @rule Searching by values: In which centuries does a facet count a date?
 */
export function centuryTables(caller: Caller, facets: readonly Facet[]): Statement {
  const dating = facets.flatMap((facet, index) =>
    facet.kind === 'centuries' && facet.includesConcepts ? [index] : [],
  );
  return sql`${datingConceptTables(caller, dating)},
date_of_value as materialized (
  select v.date, d.lower, d.upper
  from (
    select distinct v.value #>> '{}' as date
    from distinct_value v
    where v.is_date
      and jsonb_typeof(v.value) = 'string'
  ) v
  cross join lateral date_ranges(v.date) d
  union all
  select v.value_id::text, v.lower, v.upper
  from value_with_years v
),
century_of_value as materialized (
  select distinct d.date, s.century
  from date_of_value d
  ${centuriesOfRange}
),
date_of_record as materialized (
  select v.facet, v.record_number, v.value #>> '{}' as date
  from facet_value v
  where v.is_date
  union all
  select (f.facet #>> '{}')::integer, v.record_number, v.value_id::text
  from dating_value v
  cross join jsonb_array_elements(${json(dating)}) f (facet)
),
century_of_record as materialized (
  select
    c.facet,
    c.century,
    row_number() over (partition by c.facet, c.record_number order by c.century) as position
  from (
    select distinct d.facet, d.record_number, c.century
    from date_of_record d
    join century_of_value c on c.date = d.date
  ) c
),
counted_century as materialized (
  select c.facet, c.century, count(*) as count
  from century_of_record c
  where c.position <= ${int(maxCenturiesOfRecord)}
  group by c.facet, c.century
)`;
}

/**
 * The tables `value_with_years`, the values of concepts with years, and `dating_value`, those in readable values of the found resource instances.
 * @param dating the indices of the facets in which they count
 */
function datingConceptTables(caller: Caller, dating: readonly number[]): Statement {
  return sql`concept_with_years as materialized (
  select
    v.concept_id,
    max(${yearOfConcept}) filter (where v.value_type = 'min_year') as first_year,
    max(${yearOfConcept}) filter (where v.value_type = 'max_year') as last_year
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
  select distinct e.record_number, e.entry_value as value_id
  from (
    select r.record_number, r.resource_id, e.entry_node_id, e.entry_value
    from found r
    cross join lateral (
      select e.entry_node_id, e.entry_value
      from id_entry e
      where e.resource_id = r.resource_id
      offset 0
    ) e
    where e.entry_value in (select v.value_id from value_with_years v)
      and exists (select from value_with_years)
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
)`;
}

/**
 * The centuries `s` of a range of days `d`, at most as many as count for a resource instance: the last ones if the range has no beginning. A range
 * without an end goes on to the present century. A day is year × 10000 + month × 100 + day, and a missing limit is that of 64 bits.
 */
const centuriesOfRange = sql`cross join lateral (
    select
      case when d.lower > -9223372036854775808 then floor(d.lower / 1000000.0)::bigint end as first,
      case when d.upper < 9223372036854775807 then floor(d.upper / 1000000.0)::bigint end as last
  ) k
  cross join lateral generate_series(
    coalesce(k.first, k.last - ${int(maxCenturiesOfRecord - 1)}),
    least(
      coalesce(k.last, greatest(k.first, floor(extract(year from now() at time zone 'UTC') / 100)::bigint)),
      coalesce(k.first, k.last - ${int(maxCenturiesOfRecord - 1)}) + ${int(maxCenturiesOfRecord - 1)}
    )
  ) s (century)`;
