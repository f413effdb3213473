import * as z from 'zod';

import { listSection } from '../../data-api/document-sections.ts';
import { sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { readableNodegroupTable } from '../resources/readable-records.ts';
import { recordOrder } from '../tiles/tile-order.ts';
import { unreadableMovedNodesExpression } from '../tiles/unreadable-moved-nodes.ts';
import { derivativeExpression, derivativeSchema } from './derivatives.ts';

/** The first picture of a resource instance that a caller may read. */
export const firstPictureSchema = z
  .object({
    resourceId: z.string(),
    /** Its element in the value, see `describeFile`. */
    element: z.unknown(),
    thumbnail: derivativeSchema,
  })
  .readonly();

export type FirstPicture = z.output<typeof firstPictureSchema>;

/**
 * The section of the first pictures of resource instances, in the order of tiles and of the elements of a value, without hidden cards.
 * Whether the caller may see the resource instances themselves is not checked. Those without a picture cost a look into an index each.
 * @rule Files: Which picture of a record do lists show?
 * @param resourceIds a query of their ids
 */
export const firstPictureSection = (caller: Caller, resourceIds: Statement) =>
  listSection(firstPictureSchema, firstPictureQuery(caller, resourceIds));

function firstPictureQuery(caller: Caller, resourceIds: Statement): Statement {
  return sql`with picture_of_tile as materialized (
      select t.resource_id, t.nodegroup_id, t.sort_order, t.position, t.tile_id, u.file_id, t.data -> u.node_id::text as value
      from file_use u
      join tile t on t.tile_id = u.tile_id
      where u.resource_id = any (array(${resourceIds}))
        and u.kind = 'value'
        and u.node_id::text <> all (${unreadableMovedNodesExpression(caller)})
        and not t.is_proposed
    ),
    ${readableNodegroupTable(caller, sql`select p.nodegroup_id from picture_of_tile p`)}
    select
      row_number() over (order by f.resource_id),
      jsonb_build_object('resourceId', f.resource_id, 'element', f.element, 'thumbnail', f.thumbnail)::text
    from (
      select distinct on (p.resource_id) p.resource_id, e.element, ${derivativeExpression} as thumbnail
      from picture_of_tile p
      join readable_nodegroup n on n.nodegroup_id = p.nodegroup_id
      join file_derivative d on d.file_id = p.file_id
      cross join lateral jsonb_path_query(p.value, '$[*]') with ordinality e (element, position)
      where d.kind = 'thumbnail'
        and not n.is_hidden
        and lower(e.element ->> 'file_id') = p.file_id::text
      order by p.resource_id, ${recordOrder(sql`p`, sql`n`)}, e.position
    ) f`;
}
