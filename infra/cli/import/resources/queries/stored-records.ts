import * as z from 'zod';

import { manyRows, type DocumentQuery, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import {
  json,
  jsonString,
  rawSql,
  sql,
  uuidArray,
  type Statement,
} from '../../../../../lib/data-api/sql.ts';
import { parseLossless } from '../../../../../lib/json/lossless-json.ts';
import {
  parseTileId,
  type NodegroupId,
  type ResourceId,
  type TileId,
} from '../../../../../lib/model/ids.ts';
import type { ResourceRow, TileRow } from '../../../../../lib/model/resources/resource-record.ts';
import { identifiersExpression } from '../../../../../lib/queries/resources/stated-parts.ts';
import { stagedText } from '../../../../../lib/queries/staging.ts';
import type { TileSource } from '../../../../../lib/queries/resources/changed-tiles.ts';
import { tileOrder } from '../../../../../lib/queries/tiles/tile-order.ts';

/** Prevents all other changes of resource instances until the transaction ends. Must be the first statement of the transaction. */
export function lockResourceTable(): Statement {
  return rawSql('lock table resource in exclusive mode');
}

const lockedResourceSchema = z
  .object({
    resourceId: z.string(),
    version: z.string(),
    /** Whether the record has another legacy id than the stored resource instance. */
    hasOtherLegacyId: z.boolean(),
    /** Whether the record states another owner, another state of its life cycle or other identifiers than the stored resource instance has. */
    hasOtherStatedParts: z.boolean(),
  })
  .readonly();

export type LockedResource = z.infer<typeof lockedResourceSchema>;

/** Locks the stored resource instances of records, in the order of their ids, as every change does to prevent deadlocks. */
export function lockStoredResources(
  rows: readonly ResourceRow[],
): RowsQuery<readonly LockedResource[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'resourceId', r.resource_id,
  'version', r.version::text,
  'hasOtherLegacyId', i.legacy_id is not null and i.legacy_id is distinct from r.legacy_id,
  'hasOtherStatedParts',
    (i.life_cycle_state_id is not null and i.life_cycle_state_id is distinct from r.life_cycle_state_id)
    or (i.identifiers is not null and i.identifiers is distinct from coalesce(${identifiersExpression(sql`r.resource_id`)}, '[]'))
    or ((i.created_by is not distinct from 0 or a.account_id is not null) and a.account_id is distinct from r.created_by)
)::text
from jsonb_to_recordset(${json(rows.map(pickIds))}) as i (
  resource_id uuid,
  legacy_id text,
  life_cycle_state_id uuid,
  identifiers jsonb,
  created_by integer
)
join resource r on r.resource_id = i.resource_id
left join account a on a.account_id = i.created_by
order by r.resource_id
for update of r`,
    lockedResourceSchema,
  );
}

function pickIds({
  resource_id,
  legacy_id,
  life_cycle_state_id,
  identifiers,
  created_by,
}: ResourceRow) {
  return {
    resource_id,
    legacy_id: legacy_id ?? undefined,
    life_cycle_state_id: life_cycle_state_id ?? undefined,
    identifiers: identifiers ?? undefined,
    created_by,
  };
}

const differingTileSchema = z
  .object({
    tileId: z.string(),
    /** How the columns other than the proposals differ. Where nothing is stored in their place, the proposals are among these columns. */
    change: z.enum(['create', 'update', 'none']),
    /** Whether the stored tile has proposals that differ from those of the record. */
    hasOtherProposals: z.boolean(),
    /** The sort order of a stored tile, or the one after the stored siblings of a new tile; 0 if it has none. */
    sortOrder: z.number().nullable(),
  })
  .readonly();

export type DifferingTile = z.infer<typeof differingTileSchema>;

/**
 * Finds tiles of records that differ from the stored ones. All digits of numbers count; the order of object members does not. A tile
 * without a sort order does not differ in it, unless a missing one counts.
 * @param source a JSON array of {tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data, provisional_edits}
 */
export function findDifferingTiles(
  source: TileSource,
  countsMissingSortOrders = false,
): RowsQuery<readonly DifferingTile[]> {
  const sortOrder = countsMissingSortOrders
    ? sql`i.sort_order`
    : sql`coalesce(i.sort_order, t.sort_order)`;
  return manyRows(
    sql`with incoming as materialized (
  select *
  from jsonb_to_recordset(${source === 'staged' ? sql`${stagedText}::jsonb` : sql`${jsonString(source.text)}`}) as i (
    tile_id uuid,
    resource_id uuid,
    nodegroup_id uuid,
    parent_tile_id uuid,
    sort_order integer,
    data jsonb,
    provisional_edits jsonb
  )
),
compared as (
  select
    i.tile_id,
    i.resource_id,
    i.nodegroup_id,
    i.parent_tile_id,
    i.sort_order,
    t.sort_order as stored_sort_order,
    t.tile_id is not null as is_stored,
    (t.nodegroup_id, t.parent_tile_id, t.sort_order, t.data::text)
      is distinct from
      (i.nodegroup_id, i.parent_tile_id, ${sortOrder}, i.data::text) as has_other_columns,
    t.provisional_edits::text is distinct from i.provisional_edits::text as has_other_proposals,
    coalesce(jsonb_typeof(t.provisional_edits) = 'object' and t.provisional_edits <> '{}', false)
      as has_stored_proposals
  from incoming i
  left join tile t
    on t.tile_id = i.tile_id
    and t.resource_id = i.resource_id
)
select jsonb_build_object(
  'tileId', c.tile_id,
  'change', case
    when not c.is_stored then 'create'
    when c.has_other_columns or (c.has_other_proposals and not c.has_stored_proposals) then 'update'
    else 'none'
  end,
  'hasOtherProposals', c.has_other_proposals and c.has_stored_proposals,
  'sortOrder', case
    when c.is_stored then c.stored_sort_order
    when c.sort_order is null then coalesce(
      (
        select least(max(coalesce(s.sort_order, 0)), 2147483646) + 1
        from tile s
        where s.resource_id = c.resource_id
          and s.nodegroup_id = c.nodegroup_id
          and s.parent_tile_id is not distinct from c.parent_tile_id
      ),
      0
    )
  end
)::text
from compared c
where not c.is_stored
  or c.has_other_columns
  or c.has_other_proposals`,
    differingTileSchema,
  );
}

const storedTileValuesSchema = z
  .object({
    tileId: z.string().transform(parseTileId),
    resourceId: z.string(),
    nodegroupId: z.string(),
    parentTileId: z.string().nullable(),
    sortOrder: z.number().nullable(),
    data: z.record(z.string(), z.unknown()),
    provisionalEdits: z.unknown(),
    isProposed: z.boolean(),
  })
  .readonly();

export type StoredTileValues = z.infer<typeof storedTileValuesSchema>;

/** Reads tiles of locked resource instances. Numbers keep all their digits. */
export function readStoredTiles(
  tileIds: readonly TileId[],
): DocumentQuery<readonly StoredTileValues[]> {
  return readTilesWhere(sql`t.tile_id = any (${uuidArray(tileIds)})`);
}

/** Reads all tiles of locked resource instances. */
export function readTilesOfResources(
  resourceIds: readonly ResourceId[],
): DocumentQuery<readonly StoredTileValues[]> {
  return readTilesWhere(sql`t.resource_id = any (${uuidArray(resourceIds)})`);
}

function readTilesWhere(condition: Statement): DocumentQuery<readonly StoredTileValues[]> {
  const lines = sql`select
  row_number() over (order by ${tileOrder(sql`t`)}) as position,
  jsonb_build_object(
    'tileId', t.tile_id,
    'resourceId', t.resource_id,
    'nodegroupId', t.nodegroup_id,
    'parentTileId', t.parent_tile_id,
    'sortOrder', t.sort_order,
    'data', t.data,
    'provisionalEdits', t.provisional_edits,
    'isProposed', t.is_proposed
  )::text as line
from tile t
where ${condition}`;
  return {
    lines,
    version: sql`select ''`,
    parse: (rows) => rows.map((line) => storedTileValuesSchema.parse(parseLossless(line))),
  };
}

/** The values of a tile, and where they are. */
export type LocatedValues = {
  readonly resourceId: ResourceId;
  readonly nodegroupId: NodegroupId;
  readonly data: TileRow['data'];
};

/** Finds the stored tiles with the same values in the same nodegroup of the same resource instance. */
export function findEqualTiles(tiles: readonly LocatedValues[]): RowsQuery<readonly TileId[]> {
  return manyRows(
    sql`select to_jsonb(t.tile_id)::text
from jsonb_to_recordset(${json(tiles)}) as i ("resourceId" uuid, "nodegroupId" uuid, data jsonb)
join tile t
  on t.resource_id = i."resourceId"
  and t.nodegroup_id = i."nodegroupId"
  and t.data = i.data`,
    z.string().transform(parseTileId),
  );
}
