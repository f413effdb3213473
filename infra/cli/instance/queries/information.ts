import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { sql } from '../../../../lib/data-api/sql.ts';

const readingGroupSchema = z
  .object({
    name: z.string(),
    /** The number of readable nodegroups. */
    readable: z.number(),
    nodegroups: z.number(),
    /** The number of resource instances that are visible by grants. */
    granted: z.number(),
  })
  .readonly();

export type ReadingGroup = z.infer<typeof readingGroupSchema>;

/** Lists the groups that may read something, by compiled rights (ADR 006). Only Guest and groups with active members count. */
export function listReadingGroups(): RowsQuery<readonly z.infer<typeof readingGroupSchema>[]> {
  return manyRows(
    sql`with active_group as (
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
    count(*) filter (where is_allowed(false, g.can_read, coalesce(r.is_exception, false), n.graph_id)) as readable,
    count(*) as total
  from active_group g
  cross join nodegroup n
  left join lateral (
    select d.nodegroup_id, rule_allows(d.read_rule) <> g.can_read as is_exception
    from granted_nodegroup(array[g.account_group_id], null, '{}') d
  ) r on r.nodegroup_id = n.nodegroup_id
  group by g.account_group_id
),
resource_count as (
  select g.account_group_id, count(*) as visible
  from resource_grant g
  where g.can_view
    and not g.no_access
  group by g.account_group_id
)
select jsonb_build_object(
  'name', g.name,
  'readable', n.readable,
  'nodegroups', n.total,
  'granted', coalesce(r.visible, 0)
)::text
from active_group g
join nodegroup_count n on n.account_group_id = g.account_group_id
left join resource_count r on r.account_group_id = g.account_group_id
where n.readable > 0
  or r.visible > 0
order by g.name collate "C"`,
    readingGroupSchema,
  );
}

/** Counts the active accounts that may read something by grants to the account itself. A grant below a closed nodegroup has no effect. */
export function countReadersByGrant(): RowsQuery<number> {
  return oneRow(
    sql`select count(*)::text
from account a
where a.is_active
  and (
    exists (
      select
      from nodegroup_grant g
      join nodegroup n on n.nodegroup_id = g.nodegroup_id
      join rights r on r.rights_id = a.rights_id
      where g.account_id = a.account_id
        and g.can_read
        and is_allowed(false, r.reads_by_default, g.nodegroup_id = any (r.read_exceptions), n.graph_id)
    )
    or exists (
      select from resource_grant g where g.account_id = a.account_id and g.can_view and not g.no_access
    )
  )`,
    z.number(),
  );
}

const nameSchema = z.union([z.string(), z.record(z.string(), z.string().nullable())]).nullable();

const graphCountsSchema = z
  .object({
    graphId: z.string(),
    name: nameSchema,
    isResourceModel: z.boolean(),
    resources: z.number(),
    tiles: z.number(),
    features: z.number(),
  })
  .readonly();

export type GraphCounts = z.infer<typeof graphCountsSchema>;

/** Counts resource instances, tiles and features by graph. */
export function countByGraph(): RowsQuery<readonly GraphCounts[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'graphId', g.graph_id,
  'name', g.name,
  'isResourceModel', g.is_resource_model,
  'resources', (select count(*) from resource r where r.graph_id = g.graph_id and r.proposed_by is null),
  'tiles', (
    select count(*)
    from tile t
    join resource r on r.resource_id = t.resource_id
    where r.graph_id = g.graph_id
      and not t.is_proposed
  ),
  'features', (select count(*) from feature f join resource r on r.resource_id = f.resource_id where r.graph_id = g.graph_id)
)::text
from graph g
order by g.is_resource_model desc, g.name::text collate "C", g.graph_id`,
    graphCountsSchema,
  );
}

const nodegroupCountsSchema = z
  .object({
    graphId: z.string(),
    nodegroupId: z.string(),
    /** The property name of its collector. */
    name: z.string(),
    tiles: z.number(),
  })
  .readonly();

export type NodegroupCounts = z.infer<typeof nodegroupCountsSchema>;

/** Counts tiles by nodegroup. Leaves out nodegroups without tiles. */
export function countByNodegroup(): RowsQuery<readonly NodegroupCounts[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'graphId', n.graph_id,
  'nodegroupId', n.nodegroup_id,
  'name', coalesce(c.property_name, ''),
  'tiles', count(*)
)::text
from tile t
join nodegroup n on n.nodegroup_id = t.nodegroup_id
left join node c on c.node_id = n.nodegroup_id
where not t.is_proposed
group by n.graph_id, n.nodegroup_id, c.property_name, n.model_position
order by n.graph_id, n.model_position`,
    nodegroupCountsSchema,
  );
}

const datatypeCountsSchema = z
  .object({ datatype: z.string(), nodes: z.number(), values: z.number() })
  .readonly();

/** Counts nodes, and values other than null, by datatype. */
export function countByDatatype(): RowsQuery<readonly z.infer<typeof datatypeCountsSchema>[]> {
  return manyRows(
    sql`with value as (
  select v.key::uuid as node_id, count(*) as value_count
  from tile t
  cross join lateral jsonb_each(t.data) v
  where jsonb_typeof(v.value) <> 'null'
  group by v.key
)
select jsonb_build_object(
  'datatype', n.datatype,
  'nodes', count(*),
  'values', coalesce(sum(v.value_count), 0)
)::text
from node n
left join value v on v.node_id = n.node_id
group by n.datatype
order by n.datatype collate "C"`,
    datatypeCountsSchema,
  );
}

const schemeCountsSchema = z
  .object({
    conceptId: z.string(),
    labels: z.record(z.string(), z.string()),
    concepts: z.number(),
  })
  .readonly();

/** Lists the concept schemes with their labels and the number of concepts at all levels below them. */
export function countByConceptScheme(): RowsQuery<readonly z.infer<typeof schemeCountsSchema>[]> {
  return manyRows(
    sql`with recursive below as (
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
select jsonb_build_object(
  'conceptId', c.concept_id,
  'labels', (
    select coalesce(
      jsonb_object_agg(
        coalesce(v.language_id, ''),
        v.value
        -- Of several labels of a language, the object keeps the last: the preferred label before the title.
        order by v.value_type collate "C" desc, v.value_id desc
      ),
      '{}'
    )
    from concept_value v
    where v.concept_id = c.concept_id
      and v.value_type in ('prefLabel', 'title')
  ),
  'concepts', (select count(*) from below b where b.scheme_id = c.concept_id)
)::text
from concept c
where c.node_type = 'ConceptScheme'
order by c.concept_id`,
    schemeCountsSchema,
  );
}

const thesaurusCountsSchema = z
  .object({
    labelled: z.number(),
    unlabelled: z.number(),
    schemes: z.number(),
    collections: z.number(),
  })
  .readonly();

/** Counts labelled and unlabelled concepts, schemes and collections. */
export function countThesaurus(): RowsQuery<z.infer<typeof thesaurusCountsSchema>> {
  return oneRow(
    sql`with labelled as (
  select distinct v.concept_id
  from concept_value v
  where v.value_type = 'prefLabel'
)
select jsonb_build_object(
  'labelled', count(*) filter (where c.node_type = 'Concept' and l.concept_id is not null),
  'unlabelled', count(*) filter (where c.node_type = 'Concept' and l.concept_id is null),
  'schemes', count(*) filter (where c.node_type = 'ConceptScheme'),
  'collections', count(*) filter (where c.node_type = 'Collection')
)::text
from concept c
left join labelled l on l.concept_id = c.concept_id`,
    thesaurusCountsSchema,
  );
}

const languageCountsSchema = z.object({ tag: z.string(), values: z.number() }).readonly();

/** Counts the values of the thesaurus by language. */
export function countByLanguage(): RowsQuery<readonly z.infer<typeof languageCountsSchema>[]> {
  return manyRows(
    sql`select jsonb_build_object('tag', coalesce(v.language_id, '(none)'), 'values', count(*))::text
from concept_value v
group by v.language_id
order by v.language_id collate "C"`,
    languageCountsSchema,
  );
}

const databaseFactsSchema = z
  .object({
    postgresql: z.string(),
    postgis: z.string(),
    bytes: z.number(),
    characterType: z.string(),
    /** Whether trigrams include letters other than a to z. If not, searches find no similar words in other alphabets. */
    hasTrigramsOfAllLetters: z.boolean(),
  })
  .readonly();

export type DatabaseFacts = z.infer<typeof databaseFactsSchema>;

/** Reads the versions, the size and the locale of the database. */
export function readDatabaseFacts(): RowsQuery<DatabaseFacts> {
  return oneRow(
    sql`select jsonb_build_object(
  'postgresql', current_setting('server_version'),
  'postgis', postgis_lib_version(),
  'bytes', pg_database_size(current_database()),
  'characterType', (select d.datctype from pg_database d where d.datname = current_database()),
  'hasTrigramsOfAllLetters', cardinality(show_trgm('мельница')) > 0
)::text`,
    databaseFactsSchema,
  );
}
