import * as z from 'zod';

import type { PagedQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  readableDescriptorsExpression,
  nodegroupsOfDescriptorsQuery,
} from '../descriptors/readable-names.ts';
import { readableNodegroupTable, recordExpression, readableTileTable } from './readable-records.ts';
import { requestedPageQuery } from './requested-page.ts';
import { recordOrder } from '../tiles/tile-order.ts';
import {
  resourceIdsInDescriptorsQuery,
  idsInDescriptorsColumn,
} from './resource-document-fragments.ts';
import { statedPartsExpression, statedPartsShape } from './stated-parts.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const listedResourceSchema = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    legacyId: z.string().nullable(),
    publicationId: z.string(),
    /** By language, then by kind: name, description, map_popup. */
    descriptors: z.record(z.string(), z.record(z.string(), z.string())),
    ...statedPartsShape,
  })
  .readonly();

export type ListedResource = {
  readonly header: z.infer<typeof listedResourceSchema>;
  /** The list of its tile records as a JSON string, in the stable order. Numbers keep every digit. */
  readonly tiles: string;
};

/**
 * Lists visible resource instances with names and tiles, ordered by id. Each has the content that
 * `findResourceDocument` returns without hidden nodegroups.
 * @param ids in lower case
 */
export function listResourceDocuments(
  caller: Caller,
  ids: readonly string[],
): PagedQuery<readonly ListedResource[]> {
  return {
    isPrepared: true,
    commonTableExpressions: sql`requested_resource as materialized (
    select r.*, g.publication_id, g.life_cycle_id, ${idsInDescriptorsColumn}
    from resource r
    join graph g on g.graph_id = r.graph_id
    where r.resource_id = any (${uuidArray(ids)})
  ),
  visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select r.resource_id from requested_resource r
      union ${resourceIdsInDescriptorsQuery(sql`requested_resource`)}
    ))
  ),
  ${readableNodegroupTable(
    caller,
    sql`
      select n.nodegroup_id
      from nodegroup n
      where n.graph_id in (select r.graph_id from requested_resource r)
      union ${nodegroupsOfDescriptorsQuery(sql`requested_resource`)}
    `,
  )}`,
    items: (after, limit) => sql`select
      v.resource_id::text as key,
      (jsonb_build_object(
        'resourceId', v.resource_id,
        'graphId', v.graph_id,
        'legacyId', v.legacy_id,
        'publicationId', v.publication_id,
        'descriptors', ${readableDescriptorsExpression(
          sql`v.descriptors`,
          sql`select n.nodegroup_id from readable_nodegroup n`,
          sql`select array_agg(i.resource_id) from visible_id i where i.resource_id = any (v.ids_in_descriptors)`,
        )}
      ) || ${statedPartsExpression(sql`v`, { detail: 'tiles', includesNames: true })})::text || E'\\t[' || coalesce(t.records, '') || ']' as item
    from (${requestedPageQuery(after, limit)}) v
    cross join lateral (
      with ${readableTileTable(caller)}
      select string_agg(
        ${recordExpression(caller)},
        ','
        order by ${recordOrder(sql`t`)}
      ) as records
      from readable_tile t
      where not t.is_hidden
    ) t
    order by v.resource_id`,
    parse: (items) => items.map(parseItem),
  };
}

/** Parses an item. A tab separates the header from the tiles, because the JSON contains no tab. */
function parseItem(item: string): ListedResource {
  const separator = item.indexOf('\t');
  return {
    header: listedResourceSchema.parse(JSON.parse(item.slice(0, separator))),
    tiles: item.slice(separator + 1),
  };
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [listResourceDocuments(caller, [])],
};
