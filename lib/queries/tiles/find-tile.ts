import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import {
  asText,
  documentQuery,
  requiredSection,
  optionalSection,
} from '../../data-api/document-sections.ts';
import { oneRow, type DocumentQuery, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { NodeId, TileId } from '../../model/ids.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import { readableValuesExpression } from './unreadable-moved-nodes.ts';
import { tileVisibleCondition, tileRecordExpression } from './tile-record.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

export type TileLookup = {
  /** Whether the caller may read anything at all; evaluated only for anonymous callers without a result. */
  readonly mayReadSomething: boolean;
  /** The record as a JSON string; undefined if the tile does not exist or is not visible. */
  readonly tile: string | undefined;
};

/** Finds the record of a tile. */
export function findTile(caller: Caller, tileId: TileId): DocumentQuery<TileLookup> {
  const mayReadParentCondition = sql`exists (
          select
          from tile p
          where p.tile_id = t.parent_tile_id
            and p.resource_id = t.resource_id
            and may_read_nodegroup(${int(caller)}, p.nodegroup_id)
            and ${tileVisibleCondition(caller, sql`p`)}
        )`;
  const mayRead = mayReadSomethingCondition(caller, sql`exists (select from readable_tile)`);
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${readableTileTable(caller, tileId)}`,
      sections: {
        access: requiredSection(z.boolean(), sql`select (${mayRead})::text`),
        tile: optionalSection(
          asText,
          sql`select ${tileRecordExpression(caller, mayReadParentCondition)} from readable_tile t`,
        ),
      },
      version: sql`select r.version from tile t join resource r on r.resource_id = t.resource_id where t.tile_id = ${uuid(tileId)}`,
    },
    (section) => ({ mayReadSomething: section('access'), tile: section('tile') }),
  );
}

const tileNodeSchema = z
  .object({ mayReadSomething: z.boolean(), resourceId: z.string().nullable() })
  .readonly();

/**
 * Finds the resource instance of a node in a tile. A tile has the nodes of its nodegroup, the nodes of its graph that
 * belong to no nodegroup, and the nodes for which it has a value, even if the model has changed since.
 * @returns the id of the resource instance; null if the tile is not visible, or has no such node
 */
export function findResourceOfTileNode(
  caller: Caller,
  tileId: TileId,
  nodeId: NodeId,
): RowsQuery<z.infer<typeof tileNodeSchema>> {
  return oneRow(
    markPrepared(sql`with ${readableTileTable(caller, tileId)}
select jsonb_build_object(
  'mayReadSomething', ${mayReadSomethingCondition(caller, sql`exists (select from readable_tile)`)},
  'resourceId', (
    select t.resource_id
    from readable_tile t
    join nodegroup g on g.nodegroup_id = t.nodegroup_id
    where ((${readableValuesExpression(caller, sql`t.data`)}) -> ${uuid(nodeId)}::text) is not null
      or exists (
        select
        from node n
        where n.node_id = ${uuid(nodeId)}
          and n.graph_id = g.graph_id
          and (n.nodegroup_id = t.nodegroup_id or n.nodegroup_id is null)
      )
  )
)::text`),
    tileNodeSchema,
  );
}

/** The common table expression `readable_tile`: the tile, if the caller may read it and see its resource instance. */
function readableTileTable(caller: Caller, tileId: TileId): Statement {
  return sql`readable_tile as materialized (
    select t.*
    from tile t
    join visible_resource(${int(caller)}) v on v.resource_id = t.resource_id
    where t.tile_id = ${uuid(tileId)}
      and ${tileVisibleCondition(caller, sql`t`)}
      and exists (
        select
        from readable_nodegroup(${int(caller)}) n
        where n.nodegroup_id = t.nodegroup_id
      )
  )`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    findTile(caller, sample.tileId),
    findResourceOfTileNode(caller, sample.tileId, sample.nodeId),
  ],
};
