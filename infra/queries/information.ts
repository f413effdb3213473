import { sql, type Statement } from '../../lib/data-api/sql.ts';

/**
 * Groups that may read something: Guest, in which everybody is, and those with an active member.
 * @returns rows of name, number of nodegroups that it may read, number of all, number of resource instances by grants
 */
export function readersByGroup(): Statement {
  return sql`with inhabited as (
  select g.*
  from account_group g
  where not g.is_administrator
    and (
      g.name = 'Guest'
      or exists (
        select
        from group_member m
        join account a on a.account_id = m.account_id
        where m.account_group_id = g.account_group_id
          and a.is_active
      )
    )
),
nodegroup_count as (
  select
    g.account_group_id,
    count(*) filter (where coalesce(t.can_read and not t.no_access, g.can_read)) as readable,
    count(*) as total
  from inhabited g
  cross join nodegroup n
  left join nodegroup_grant t
    on t.account_group_id = g.account_group_id
    and t.nodegroup_id = n.nodegroup_id
  group by g.account_group_id
),
resource_count as (
  select t.account_group_id, count(*) as visible
  from resource_grant t
  where t.can_view
    and not t.no_access
  group by t.account_group_id
)
select g.name, n.readable::text, n.total::text, coalesce(r.visible, 0)::text
from inhabited g
join nodegroup_count n on n.account_group_id = g.account_group_id
left join resource_count r on r.account_group_id = g.account_group_id
where n.readable > 0
  or r.visible > 0
order by g.name collate "C"`;
}

/** Active accounts that may read something by a grant of their own. @returns one row of their number */
export function countReadersByGrant(): Statement {
  return sql`select count(*)
from account a
where a.is_active
  and (
    exists (
      select from nodegroup_grant g where g.account_id = a.account_id and g.can_read and not g.no_access
    )
    or exists (
      select from resource_grant g where g.account_id = a.account_id and g.can_view and not g.no_access
    )
  )`;
}

/** Counts per graph. @returns rows of name (JSON), id, whether it is a resource model, resource instances, tiles, features */
export function countsByGraph(): Statement {
  return sql`select
  g.name::text,
  g.graph_id::text,
  g.is_resource_model,
  (select count(*) from resource r where r.graph_id = g.graph_id)::text,
  (select count(*) from tile t join resource r on r.resource_id = t.resource_id where r.graph_id = g.graph_id)::text,
  (select count(*) from feature f join resource r on r.resource_id = f.resource_id where r.graph_id = g.graph_id)::text
from graph g
order by g.is_resource_model desc, g.name::text collate "C", g.graph_id`;
}

/** Counts per nodegroup that has tiles. @returns rows of graph id, nodegroup id, property name of its collector, tiles */
export function countsByNodegroup(): Statement {
  return sql`select n.graph_id::text, n.nodegroup_id::text, coalesce(c.property_name, ''), count(*)::text
from tile t
join nodegroup n on n.nodegroup_id = t.nodegroup_id
left join node c on c.node_id = n.nodegroup_id
group by n.graph_id, n.nodegroup_id, c.property_name, n.model_position
order by n.graph_id, n.model_position`;
}

/** Counts per datatype. @returns rows of datatype, nodes, values in tiles that are not null */
export function countsByDatatype(): Statement {
  return sql`with value as (
  select v.key::uuid as node_id, count(*) as amount
  from tile t
  cross join lateral jsonb_each(t.data) v
  where jsonb_typeof(v.value) <> 'null'
  group by v.key
)
select n.datatype, count(*)::text, coalesce(sum(v.amount), 0)::text
from node n
left join value v on v.node_id = n.node_id
group by n.datatype
order by n.datatype collate "C"`;
}

/** The concept schemes. @returns rows of id, labels by language (JSON), concepts below at any depth */
export function thesauri(): Statement {
  return sql`with recursive below as (
  select c.concept_id as scheme_id, r.to_concept_id as concept_id
  from concept c
  join concept_relation r on r.from_concept_id = c.concept_id
  where c.node_type = 'ConceptScheme'
    and r.relation_type in ('hasTopConcept', 'narrower')
  union
  select b.scheme_id, r.to_concept_id
  from below b
  join concept_relation r on r.from_concept_id = b.concept_id
  where r.relation_type in ('hasTopConcept', 'narrower')
)
select
  c.concept_id::text,
  (
    select coalesce(
      jsonb_object_agg(
        coalesce(v.language_id, ''),
        v.value
        -- The last one of a language stays.
        order by v.value_type collate "C" desc, v.value_id desc
      ),
      '{}'
    )::text
    from concept_value v
    where v.concept_id = c.concept_id
      and v.value_type in ('prefLabel', 'title')
  ),
  (select count(*) from below b where b.scheme_id = c.concept_id)::text
from concept c
where c.node_type = 'ConceptScheme'
order by 1`;
}

/** Totals of the thesaurus. @returns one row: labelled concepts, concepts without a label, schemes, collections */
export function thesaurusTotals(): Statement {
  return sql`with labelled as (
  select distinct v.concept_id
  from concept_value v
  where v.value_type = 'prefLabel'
)
select
  count(*) filter (where c.node_type = 'Concept' and l.concept_id is not null)::text,
  count(*) filter (where c.node_type = 'Concept' and l.concept_id is null)::text,
  count(*) filter (where c.node_type = 'ConceptScheme')::text,
  count(*) filter (where c.node_type = 'Collection')::text
from concept c
left join labelled l on l.concept_id = c.concept_id`;
}

/** Languages of the thesaurus. @returns rows of tag, values */
export function thesaurusLanguages(): Statement {
  return sql`select coalesce(v.language_id, '(none)'), count(*)::text
from concept_value v
group by v.language_id
order by v.language_id collate "C"`;
}

/** The database itself. @returns one row: PostgreSQL version, PostGIS version, size in bytes, last migration */
export function databaseFacts(): Statement {
  return sql`select
  current_setting('server_version'),
  postgis_lib_version(),
  pg_database_size(current_database())::text`;
}
