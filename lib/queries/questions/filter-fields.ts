import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import {
  cardNameExpression,
  cardOrder,
  conditionNameExpression,
  labelledNodeMembers,
  labelledNodeSchema,
  localizedSchema,
  shownOnCardCondition,
} from '../nodes/labelled-node.ts';

const filterFieldSchema = labelledNodeSchema
  .extend({
    /** The name of the node in a condition. */
    conditionName: z.string(),
    /** The readable nodegroups whose tiles can have values of the node. */
    readableNodegroupIds: z.array(z.string()).readonly(),
    datatype: z.string(),
    config: z.record(z.string(), z.unknown()),
    cardName: localizedSchema.nullable(),
  })
  .readonly();

/** A node by which the resource instances of a model can be searched. */
export type FilterField = z.output<typeof filterFieldSchema>;

/**
 * Lists the readable nodes of a model that can be searched by their values, in the order of its cards, without those that cards hide or that
 * the model does not mark as searchable.
 * @param graph the id or slug of the model
 */
export function findFilterFields(caller: Caller, graph: string): RowsQuery<readonly FilterField[]> {
  return manyRows(
    sql`with readable as materialized (
  select r.nodegroup_id
  from readable_nodegroup(${int(caller)}) r
)
select jsonb_build_object(
  ${labelledNodeMembers},
  'conditionName', ${conditionNameExpression},
  'readableNodegroupIds', (
    select coalesce(jsonb_agg(distinct h.nodegroup_id), '[]')
    from held_node h
    where h.node_id = n.node_id
      and h.nodegroup_id in (select r.nodegroup_id from readable r)
  ),
  'datatype', n.datatype,
  'config', n.config,
  'cardName', ${cardNameExpression}
)::text
from graph g
join node n on n.graph_id = g.graph_id
join nodegroup ng on ng.nodegroup_id = n.nodegroup_id
where ${graphIdOrSlugCondition(graph)}
  and n.nodegroup_id in (select r.nodegroup_id from readable r)
  and n.holds is distinct from 'nothing'
  and n.is_searchable
  and not ng.is_hidden
  and ${shownOnCardCondition}
order by ${cardOrder}`,
    filterFieldSchema,
  );
}

const collectionConceptSchema = z
  .object({
    collectionId: z.string(),
    conceptId: z.string(),
    depth: z.number(),
    labels: z.record(z.string(), z.string()),
  })
  .readonly();

/** A concept of a collection, with its preferred labels by language. */
export type CollectionConcept = z.output<typeof collectionConceptSchema>;

/**
 * Lists the concepts of some collections, each after the one above it. A caller who may not read the thesaurus gets none.
 * @param most collections with more concepts are left out
 */
export function findCollectionConcepts(
  caller: Caller,
  collectionIds: readonly string[],
  most: number,
): RowsQuery<readonly CollectionConcept[]> {
  return manyRows(
    sql`with recursive member (collection_id, concept_id, path) as (
  select c.collection_id, c.collection_id, array[]::uuid[]
  from unnest(${uuidArray(collectionIds)}) c (collection_id)
  where may_read_thesaurus(${int(caller)})
  union all
  select m.collection_id, r.to_concept_id, m.path || r.to_concept_id
  from member m
  join concept_relation r on r.from_concept_id = m.concept_id
  where r.relation_type = 'member'
    and r.to_concept_id <> all (m.path)
    and cardinality(m.path) < 8
),
counted as materialized (
  select m.*, count(*) over (partition by m.collection_id) as members
  from (select * from member m limit 20000) m
  where cardinality(m.path) > 0
)
select jsonb_build_object(
  'collectionId', c.collection_id,
  'conceptId', c.concept_id,
  'depth', cardinality(c.path),
  'labels', (
    select coalesce(jsonb_object_agg(coalesce(v.language_id, ''), v.value), '{}')
    from concept_value v
    where v.concept_id = c.concept_id
      and v.value_type = 'prefLabel'
  )
)::text
from counted c
where c.members <= ${int(most)}
order by c.collection_id, c.path`,
    collectionConceptSchema,
  );
}
