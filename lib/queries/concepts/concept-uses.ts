import * as z from 'zod';

import { listSection } from '../../data-api/document-sections.ts';
import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nilUuid, type ResourceId } from '../../model/ids.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import {
  cardNameExpression,
  cardOrder,
  labelledNodeMembers,
  labelledNodeSchema,
  localizedSchema,
} from '../nodes/labelled-node.ts';
import {
  listedNameTables,
  listedResourceRowsQuery,
  listedResourceSchema,
} from '../resources/listed-names.ts';
import { idsInDescriptorsColumn } from '../resources/resource-document-fragments.ts';

/** How many users of a concept its page lists. */
export const maxListedUsers = 20;

/** The maximum number of nodes that a page lists as offering a concept. */
export const maxOfferingNodes = 100;

/** The maximum number of collections whose nodes are looked up, including the concept itself. */
const maxCollections = 1000;

const offeringNodeSchema = labelledNodeSchema
  .extend({ graphId: z.string(), modelName: localizedSchema, cardName: localizedSchema.nullable() })
  .readonly();

/** A readable node that takes its values from a collection. */
export type OfferingNode = z.output<typeof offeringNodeSchema>;

/**
 * The common table expressions of `conceptUseSections`. The surrounding statement must be recursive and have
 * `shown_concept`, which is empty if the caller may not read the thesaurus.
 */
export function conceptUseTables(caller: Caller): Statement {
  return sql`${readableModelTable(caller)},
  open_nodegroup as materialized (
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
  ${conceptUserTables(caller, { after: undefined, limit: maxListedUsers })}`;
}

/** Which of the resource instances that use a concept: those after an id, at most one more than the limit. */
export type ConceptUserSelection = {
  readonly after: ResourceId | undefined;
  readonly limit: number;
};

/**
 * The common table expression `concept_user`: the visible resource instances with a readable value of `shown_concept`, which the
 * surrounding statement has, in the order of their ids; and what `conceptUserSection` needs.
 * @rule Names and relations: Which concepts does a tile use?
 */
export function conceptUserTables(
  caller: Caller,
  { after, limit }: ConceptUserSelection,
): Statement {
  return sql`concept_user as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from visible_user_of_values(
      ${int(caller)},
      array(
        select v.value_id
        from shown_concept s
        join concept_value v on v.concept_id = s.concept_id
      ),
      ${uuid(after ?? nilUuid)},
      ${int(limit + 1)}
    ) u
    join resource r on r.resource_id = u.resource_id
  ),
  ${listedNameTables(caller, sql`concept_user`)}`;
}

/** The resource instances of `conceptUserTables`. */
export const conceptUserSection = listSection(
  listedResourceSchema,
  listedResourceRowsQuery(sql`concept_user`),
);

/** The nodes that offer a concept as a value, and the resource instances that use it; of each kind, up to one more than a page lists. */
export const conceptUseSections = {
  offeringNode: listSection(
    offeringNodeSchema,
    sql`select
      o.position,
      jsonb_build_object(
        ${labelledNodeMembers},
        'graphId', n.graph_id,
        'modelName', g.name,
        'cardName', ${cardNameExpression}
      )::text
    from (
      select n.node_id, row_number() over (order by n.graph_id, ${cardOrder}) as position
      from node n
      join readable_model m on m.graph_id = n.graph_id
      join nodegroup ng on ng.nodegroup_id = n.nodegroup_id
      where n.holds = 'concept values'
        and n.nodegroup_id in (select o.nodegroup_id from open_nodegroup o)
        and lower(n.config ->> 'rdmCollection') in (
          select c.concept_id::text
          from offering_collection c
          limit ${int(maxCollections)}
        )
      order by position
      limit ${int(maxOfferingNodes + 1)}
    ) o
    join node n on n.node_id = o.node_id
    join graph g on g.graph_id = n.graph_id`,
  ),
  user: conceptUserSection,
};
