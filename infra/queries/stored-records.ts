import type { PartsQuery } from '../../lib/data-api/chunks.ts';
import { json, jsonText, plain, sql, uuidArray, type Statement } from '../../lib/data-api/sql.ts';
import type { TileId } from '../../lib/model/ids.ts';
import type { ResourceRow } from '../../lib/model/resources/resource-record.ts';
import { stagedText } from '../../lib/queries/staging.ts';
import type { TileSource } from '../../lib/queries/resources/write-changes.ts';

/** Keeps everybody else from changing or creating any resource instance until the transaction, which it begins, ends. */
export function lockResources(): Statement {
  return plain('lock table resource in exclusive mode');
}

/**
 * Keeps everybody else from changing the resource instances of records until the transaction ends. They are locked in the order of
 * their ids, as by every change.
 * @returns a row for each that is stored: its id, its version, and whether the record has another legacy id; a record without one
 *   has none to give
 */
export function lockStored(headers: readonly ResourceRow[]): Statement {
  return sql`select
  r.resource_id::text,
  r.version::text,
  i.legacy_id is not null and i.legacy_id is distinct from r.legacy_id
from jsonb_to_recordset(${json(headers)}) as i (resource_id uuid, legacy_id text)
join resource r on r.resource_id = i.resource_id
order by r.resource_id
for update of r`;
}

/**
 * Compares tiles of records with those that are stored, as the database writes them: numbers digit for digit, members of objects
 * in any order.
 * @param source a list of {tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data, provisional_edits}
 * @returns a row for each that differs: its id, and `create` or `update`
 */
export function differingTiles(source: TileSource): Statement {
  return sql`with incoming as materialized (
  select *
  from jsonb_to_recordset(${source === 'staged' ? sql`${stagedText}::jsonb` : sql`${jsonText(source.text)}`}) as i (
    tile_id uuid,
    resource_id uuid,
    nodegroup_id uuid,
    parent_tile_id uuid,
    sort_order integer,
    data jsonb,
    provisional_edits jsonb
  )
)
select
  i.tile_id::text,
  case when t.tile_id is null then 'create' else 'update' end
from incoming i
left join tile t
  on t.tile_id = i.tile_id
  and t.resource_id = i.resource_id
where t.tile_id is null
  or (t.nodegroup_id, t.parent_tile_id, t.sort_order, t.data::text, t.provisional_edits::text)
    is distinct from
    (i.nodegroup_id, i.parent_tile_id, i.sort_order, i.data::text, i.provisional_edits::text)`;
}

/**
 * What is stored in tiles.
 * @returns each as JSON: {tile_id, sort_order, data, provisional_edits}
 */
export function storedTilesOf(tileIds: readonly TileId[]): PartsQuery {
  const parts = sql`select
  row_number() over (order by t.tile_id) as position,
  jsonb_build_object(
    'tile_id', t.tile_id,
    'sort_order', t.sort_order,
    'data', t.data,
    'provisional_edits', t.provisional_edits
  )::text as part
from tile t
where t.tile_id = any (${uuidArray(tileIds)})`;
  // Their resource instances are locked.
  return { parts, version: sql`select ''` };
}
