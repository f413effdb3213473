import * as z from 'zod';

import { prepared } from '../../data-api/prepared-statements.ts';
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
import { mayReadAnything } from '../may-read-anything.ts';
import { readableValues } from './closed-nodes.ts';
import { isTileVisible, tileRecordExpression } from './tile-record.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** A tile as far as a caller may see it. */
export type TileLookup = {
  /** Whether the caller may read anything at all: asked where an anonymous caller finds nothing. */
  readonly mayReadAnything: boolean;
  /** Its record as JSON text; absent where the tile is unknown, or not the caller's to see. */
  readonly tile: string | undefined;
};

/** One tile for a caller. */
export function findTile(caller: Caller, tileId: TileId): DocumentQuery<TileLookup> {
  const mayReadParent = sql`exists (
          select
          from tile p
          where p.tile_id = t.parent_tile_id
            and p.resource_id = t.resource_id
            and may_read_nodegroup(${int(caller)}, p.nodegroup_id)
            and ${isTileVisible(caller, sql`p`)}
        )`;
  const mayRead = mayReadAnything(caller, sql`exists (select from readable_tile)`);
  return documentQuery(
    {
      isPrepared: true,
      commonTables: sql`with ${readableTile(caller, tileId)}`,
      sections: {
        access: requiredSection(z.boolean(), sql`select (${mayRead})::text`),
        tile: optionalSection(
          asText,
          sql`select ${tileRecordExpression(caller, mayReadParent)} from readable_tile t`,
        ),
      },
      version: sql`select r.version from tile t join resource r on r.resource_id = t.resource_id where t.tile_id = ${uuid(tileId)}`,
    },
    (value) => ({ mayReadAnything: value('access'), tile: value('tile') }),
  );
}

const tileNode = z
  .object({ mayReadAnything: z.boolean(), resourceId: z.string().nullable() })
  .readonly();

/**
 * The resource instance that a node of a tile belongs to. Nodes of a tile are those of its nodegroup; those of its graph that belong
 * to no nodegroup, since they count as their parent's; and those of which it has a value, whatever became of them in the model.
 * @returns whether the caller may read anything at all; the id of the resource instance, null where the caller may not see such a
 * tile, or it has no such node
 */
export function findResourceOfTileNode(
  caller: Caller,
  tileId: TileId,
  nodeId: NodeId,
): RowsQuery<z.infer<typeof tileNode>> {
  return oneRow(
    prepared(sql`with ${readableTile(caller, tileId)}
select jsonb_build_object(
  'mayReadAnything', ${mayReadAnything(caller, sql`exists (select from readable_tile)`)},
  'resourceId', (
    select t.resource_id
    from readable_tile t
    join nodegroup g on g.nodegroup_id = t.nodegroup_id
    where ((${readableValues(caller, sql`t.data`)}) -> ${uuid(nodeId)}::text) is not null
      or exists (
        select
        from node n
        where n.node_id = ${uuid(nodeId)}
          and n.graph_id = g.graph_id
          and (n.nodegroup_id = t.nodegroup_id or n.nodegroup_id is null)
      )
  )
)::text`),
    tileNode,
  );
}

/** The tile where it is there for the caller, who may read its nodegroup and see its resource instance. */
function readableTile(caller: Caller, tileId: TileId): Statement {
  return sql`readable_tile as materialized (
    select t.*
    from tile t
    join visible_resource(${int(caller)}) v on v.resource_id = t.resource_id
    where t.tile_id = ${uuid(tileId)}
      and ${isTileVisible(caller, sql`t`)}
      and exists (
        select
        from readable_nodegroup(${int(caller)}) n
        where n.nodegroup_id = t.nodegroup_id
      )
  )`;
}

/** The texts that these can have. @public */
export const preparedVariants: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    findTile(caller, sample.tileId),
    findResourceOfTileNode(caller, sample.tileId, sample.nodeId),
  ],
};
