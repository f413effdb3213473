import * as z from 'zod';

import {
  asText,
  listSection,
  parseSections,
  requiredSection,
  sectionLines,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery, PagedQuery } from '../../data-api/query.ts';
import { int, sql, uuid, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId } from '../../model/ids.ts';
import { conceptValuesInTilesQuery } from '../concepts/concept-values-in-tiles.ts';
import { nodegroupsOfDescriptorsQuery } from '../descriptors/readable-names.ts';
import { readableNodegroupTable, recordExpression, readableTileTable } from './readable-records.ts';
import { requestedPageQuery } from './requested-page.ts';
import { recordOrder } from '../tiles/tile-order.ts';
import {
  referencedConceptSchema,
  referencedResourceSchema,
  type ResourceDocument,
} from './resource-document.ts';
import {
  conceptRowsQuery,
  idsInDescriptorsColumn,
  referencedResourceIdsQuery,
  referencedResourceRowsQuery,
  resourceIdsInDescriptorsQuery,
  visibleResourceIdsInDescriptorsQuery,
} from './resource-document-fragments.ts';

const headerSchema = z
  .object({ resourceId: z.string().transform(parseResourceId), publicationId: z.string() })
  .readonly();

const includedTile = sql`included_tile`;

const createItemSections = (caller: Caller) => ({
  header: requiredSection(
    headerSchema,
    sql`select jsonb_build_object('resourceId', v.resource_id, 'publicationId', v.publication_id)::text`,
  ),
  tile: listSection(
    asText,
    sql`select row_number() over (order by ${recordOrder(sql`t`)}), ${recordExpression(caller)}
        from included_tile t`,
  ),
  concept: listSection(
    referencedConceptSchema,
    conceptRowsQuery(conceptValuesInTilesQuery(includedTile), 'all'),
  ),
  resource: listSection(
    referencedResourceSchema,
    referencedResourceRowsQuery(
      sql`referenced_resource`,
      sql`select n.nodegroup_id from readable_nodegroup n`,
      visibleResourceIdsInDescriptorsQuery(sql`referenced_resource`, sql`visible_id`),
      true,
    ),
  ),
});

/** The data from which the RDF statements of a resource instance are made. */
export type ResourceStatements = z.output<typeof headerSchema> &
  Pick<ResourceDocument, 'tiles' | 'concepts' | 'resources'>;

/**
 * Lists visible resource instances, ordered by id, each with the tiles, concepts and names that `findResourceDocument`
 * returns for the linked shape without hidden nodegroups.
 * @param ids in lower case
 */
export function listResourceStatements(
  caller: Caller,
  ids: readonly string[],
): PagedQuery<readonly ResourceStatements[]> {
  const itemSections = createItemSections(caller);
  return {
    commonTableExpressions: sql`requested_resource as materialized (
    select r.resource_id, r.graph_id, g.publication_id
    from resource r
    join graph g on g.graph_id = r.graph_id
    where r.resource_id = any (${uuidArray(ids)})
  ),
  candidate_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from resource r
    where r.resource_id = any (array(
      select o.to_resource_id
      from tile t
      join resource_relation o on o.tile_id = t.tile_id
      where t.resource_id in (select r.resource_id from requested_resource r)
    ))
  ),
  visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select r.resource_id from requested_resource r
      union select c.resource_id from candidate_resource c
      union ${resourceIdsInDescriptorsQuery(sql`candidate_resource`)}
    ))
  ),
  ${readableNodegroupTable(
    caller,
    sql`
      select n.nodegroup_id
      from nodegroup n
      where n.graph_id in (select r.graph_id from requested_resource r)
      union ${nodegroupsOfDescriptorsQuery(sql`candidate_resource`)}
    `,
  )}`,
    items: (after, limit) => sql`select
      v.resource_id::text as key,
      d.text as item
    from (${requestedPageQuery(after, limit)}) v
    cross join lateral (
      with ${readableTileTable(caller)},
      included_tile as (
        select t.*
        from readable_tile t
        where not t.is_hidden
      ),
      referenced_resource as materialized (
        select r.*
        from candidate_resource r
        where r.resource_id = any (array(${referencedResourceIdsQuery(caller, includedTile)}))
          and r.resource_id in (select i.resource_id from visible_id i)
      )
      -- The lines are JSON, which contains no tab.
      select string_agg(l.line, E'\\t' order by l.position) as text
      from (${sectionLines(itemSections)}) l (position, line)
    ) d
    order by v.resource_id`,
    parse: (items) =>
      items.map((item) => {
        const section = parseSections(itemSections, item.split('\t'));
        return {
          ...section('header'),
          tiles: section('tile'),
          concepts: section('concept'),
          resources: section('resource'),
        };
      }),
  };
}

/** Finds the compiled graph of a publication, as a JSON string; undefined if it was deleted. */
export function findPublishedGraph(publicationId: string): DocumentQuery<string | undefined> {
  return {
    lines: sql`select 0::bigint, p.document
  from publication p
  where p.publication_id = ${uuid(publicationId)}`,
    parse: ([text]) => text,
  };
}
