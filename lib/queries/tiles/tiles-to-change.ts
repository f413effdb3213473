import * as z from 'zod';

import { int, sql, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import { parseNodegroupId, parseTileId } from '../../model/ids.ts';
import {
  unreadableMovedNodesExpression,
  readableValuesExpression,
} from './unreadable-moved-nodes.ts';
import { recordOrder } from './tile-order.ts';
import { tileVisibleCondition } from './tile-record.ts';

/**
 * The common table expressions `readable_nodegroup` and `readable_tile` for the caller, and
 * `ancestor_of_unreadable`, the tiles with an unreadable accepted tile below them.
 * @param storedTable the name of a table with the resource instance, and whether the caller `can_view` it
 */
export function readableTileTables(caller: Caller, storedTable: Statement): Statement {
  return sql`readable_nodegroup as materialized (
    select p.*, n.depth, n.model_position
    from nodegroup_permission(${int(caller)}) p
    join nodegroup n on n.nodegroup_id = p.nodegroup_id
    where p.can_read
  ),
  readable_tile as materialized (
    select t.*, n.depth, n.model_position
    from ${storedTable} s
    join tile t on t.resource_id = s.resource_id
    join readable_nodegroup n on n.nodegroup_id = t.nodegroup_id
    where s.can_view
      and ${tileVisibleCondition(caller, sql`t`)}
  ),
  ancestor_of_unreadable as (
    with recursive ancestor (tile_id) as (
      select t.parent_tile_id
      from ${storedTable} s
      join tile t on t.resource_id = s.resource_id
      where t.tile_id not in (select r.tile_id from readable_tile r)
        -- A proposal that the caller may not see must not change what the caller can do.
        and not t.is_proposed
      union
      select t.parent_tile_id
      from ancestor a
      join tile t on t.tile_id = a.tile_id
    )
    select a.tile_id
    from ancestor a
    where a.tile_id is not null
  )`;
}

/**
 * The tiles of `readableTileTables` in their stable order, with the provisional edits of all accounts.
 * @rule Writing: What keeps the values of a tile that the writer cannot read?
 * @returns a query that returns a position and a JSON string, for `parseStoredTile`
 */
export function storedTilesQuery(caller: Caller): Statement {
  return sql`select
      row_number() over (order by ${recordOrder(sql`t`)}),
      jsonb_build_object(
        'tileId', t.tile_id,
        'nodegroupId', t.nodegroup_id,
        'parentTileId', case
          when t.parent_tile_id in (select p.tile_id from readable_tile p) then t.parent_tile_id
        end,
        'sortOrder', t.sort_order,
        'position', t.position,
        'data', ${readableValuesExpression(caller, sql`t.data`)},
        'unreadableData', (
          select coalesce(jsonb_object_agg(c.node_id, t.data -> c.node_id), '{}')
          from unnest(${unreadableMovedNodesExpression(caller)}) as c (node_id)
          where jsonb_exists(t.data, c.node_id)
        ),
        'unreadableNodes', ${unreadableMovedNodesExpression(caller)},
        'provisionalEdits', t.provisional_edits,
        'isProposed', t.is_proposed,
        'hasUnreadableDescendants', t.tile_id in (select a.tile_id from ancestor_of_unreadable a)
          or exists (
            select
            from unnest(${unreadableMovedNodesExpression(caller)}) as c (node_id)
            where holds_value(t.data, null, c.node_id)
          )
      )::text
    from readable_tile t`;
}

const storedTileSchema = z.object({
  tileId: z.string().transform(parseTileId),
  nodegroupId: z.string().transform(parseNodegroupId),
  parentTileId: z.string().transform(parseTileId).nullable(),
  sortOrder: z.number().nullable(),
  position: z.number(),
  data: z.record(z.string(), z.unknown()),
  unreadableData: z.record(z.string(), z.unknown()),
  unreadableNodes: z.array(z.string()),
  provisionalEdits: z.record(z.string(), z.unknown()).nullable(),
  isProposed: z.boolean(),
  hasUnreadableDescendants: z.boolean(),
});

/** Parses a tile of `storedTilesQuery`. Numbers keep every digit. @throws ZodError */
export function parseStoredTile(text: string): StoredTile {
  return storedTileSchema.parse(parseLossless(text));
}
