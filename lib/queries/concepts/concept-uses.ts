import * as z from 'zod';

import { listSection } from '../../data-api/document-sections.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { listedModelSchema } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import { nodegroupOrder } from '../tiles/tile-order.ts';
import { maxReferences, referrerTable } from '../resources/page-referrers.ts';
import {
  idsInDescriptorsColumn,
  referencedResourceRowsQuery,
  resourceIdsInDescriptorsQuery,
  visibleResourceIdsInDescriptorsQuery,
} from '../resources/resource-document-fragments.ts';

/** The maximum number of nodes that a page lists as offering a concept. */
export const maxOfferingNodes = 100;

/** The maximum number of collections whose nodes are looked up, including the concept itself. */
const maxCollections = 1000;

const nameSchema = listedModelSchema.unwrap().shape.name;

const offeringNodeSchema = z
  .object({
    graphId: z.string(),
    /** The names of the resource model, the card and the node; the card can have none. */
    names: z.tuple([nameSchema, nameSchema.nullable(), nameSchema]),
  })
  .readonly();

const conceptReferrerSchema = z
  .object({
    resourceId: z.string(),
    /** The names that the caller may read, by language. */
    names: z.record(z.string(), z.string()),
  })
  .readonly();

/** A readable node that takes its values from a collection. */
export type OfferingNode = z.output<typeof offeringNodeSchema>;

/** A resource instance with a readable value of a concept. */
export type ConceptReferrer = z.output<typeof conceptReferrerSchema>;

/**
 * The common table expressions of `conceptUseSections`. The surrounding statement must be recursive and have
 * `shown_concept`, which is empty if the caller may not read the thesaurus.
 * @rule Names and relations: Which concepts does a tile use?
 */
export function conceptUseTables(caller: Caller): Statement {
  return sql`${readableModelTable(caller)},
  readable_nodegroup as materialized (
    select p.nodegroup_id
    from readable_nodegroup(${int(caller)}) p
    where exists (select from shown_concept)
  ),
  offering_collection (concept_id) as (
    select s.concept_id
    from shown_concept s
    union
    select r.from_concept_id
    from offering_collection c
    join concept_relation r on r.to_concept_id = c.concept_id
    where r.relation_type = 'member'
  ),
  shown_value as materialized (
    select v.value_id
    from shown_concept s
    join concept_value v on v.concept_id = s.concept_id
  ),
  candidate_referrer as materialized (
    select t.*, n.node_id
    from tile t
    join held_node n on n.nodegroup_id = t.nodegroup_id
    where t.tile_id = any (array(
        select u.tile_id
        from tiles_with_concept_values(
          array(select v.value_id from shown_value v),
          array(select n.nodegroup_id from readable_nodegroup n),
          ${int(maxReferences)}
        ) u
      ))
      and n.holds = 'concept values'
      and exists (
        select
        from shown_value v
        where strpos(lower((t.data -> n.node_id::text)::text), v.value_id::text) > 0
      )
  ),
  candidate_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from resource r
    where r.resource_id = any (array(select c.resource_id from candidate_referrer c))
  ),
  visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select r.resource_id from candidate_resource r
      union ${resourceIdsInDescriptorsQuery(sql`candidate_resource`)}
    ))
  ),
  ${referrerTable(caller)},
  concept_referrer as materialized (
    select r.*
    from candidate_resource r
    where r.resource_id in (select f.resource_id from referrer f)
  ),
  visible_in_descriptors as materialized (
    ${visibleResourceIdsInDescriptorsQuery(sql`concept_referrer`, sql`visible_id`)}
  )`;
}

/** The nodes that offer a concept as a value, and the resource instances that use it; of each kind, up to one more than a page lists. */
export const conceptUseSections = {
  offeringNode: listSection(
    offeringNodeSchema,
    sql`select
      row_number() over (order by o.graph_id, o.depth, o.group_position, o.model_position, o.node_id),
      jsonb_build_object('graphId', o.graph_id, 'names', jsonb_build_array(o.model_name, o.card_name, o.node_name))::text
    from (
      select
        n.graph_id,
        n.node_id,
        n.model_position,
        p.depth,
        p.model_position as group_position,
        g.name as model_name,
        n.name as node_name,
        (
          select c.name
          from card c
          where c.nodegroup_id = n.nodegroup_id
          order by c.sort_order, c.card_id
          limit 1
        ) as card_name
      from node n
      join readable_model m on m.graph_id = n.graph_id
      join graph g on g.graph_id = n.graph_id
      join nodegroup p on p.nodegroup_id = n.nodegroup_id
      where n.holds = 'concept values'
        and n.nodegroup_id in (select r.nodegroup_id from readable_nodegroup r)
        and lower(n.config ->> 'rdmCollection') in (
          select c.concept_id::text
          from offering_collection c
          limit ${int(maxCollections)}
        )
      order by n.graph_id, ${nodegroupOrder(sql`p`)}, n.model_position, n.node_id
      limit ${int(maxOfferingNodes + 1)}
    ) o`,
  ),
  user: listSection(
    conceptReferrerSchema,
    referencedResourceRowsQuery(
      sql`concept_referrer`,
      sql`select n.nodegroup_id from readable_nodegroup n`,
      sql`select i.visible from visible_in_descriptors i`,
      false,
    ),
  ),
};
