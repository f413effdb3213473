import { int, joinTables, jsonString, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { TileWrite } from '../../model/change/resource-write.ts';
import type { Writer } from '../history/record-activity.ts';
import { stagedText } from '../staging.ts';

/** Tiles in a parameter, or in the staging table if they are larger than a request. */
export type TileSource = { readonly text: string } | 'staged';

/** The common table expressions that write and log changes of tiles. */
export function tileTables(
  source: TileSource,
  kinds: ReadonlySet<TileWrite['change']>,
  writer: Writer,
  condition: Statement,
): Statement {
  const changesStoredTiles = kinds.has('delete') || kinds.has('update');
  return joinTables([
    sentTileTable(source, kinds.has('delete') ? sql`sent_tile` : sql`incoming_tile`, condition),
    kinds.has('delete') ? incomingTileTable : undefined,
    tileBeforeTable(changesStoredTiles),
    kinds.has('delete') ? deletedTileTable : undefined,
    kinds.has('update') ? updatedTileTable : undefined,
    kinds.has('create') ? createdTileTable : undefined,
    loggedTileTable(writer),
  ]);
}

function sentTileTable(source: TileSource, name: Statement, condition: Statement): Statement {
  return sql`${name} as materialized (
  select t.*
  from rows from (
    jsonb_to_recordset(${source === 'staged' ? sql`${stagedText}::jsonb` : sql`${jsonString(source.text)}`}) as (
      change text,
      tile_id uuid,
      resource_id uuid,
      nodegroup_id uuid,
      parent_tile_id uuid,
      keeps_parent boolean,
      sort_order integer,
      data jsonb,
      provisional_edits jsonb,
      is_proposed boolean
    )
  ) with ordinality as t
  where ${condition}
)`;
}

function tileBeforeTable(changesStoredTiles: boolean): Statement {
  return sql`tile_before as materialized (
  select t.*
  from tile t
  -- New tiles have no earlier state.
  where ${changesStoredTiles ? sql`t.tile_id = any (array(select i.tile_id from incoming_tile i))` : sql`false`}
)`;
}

function loggedTileTable(writer: Writer): Statement {
  return sql`logged_tile as (
  insert into edit_log (
    transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, account_id,
    old_provisional_edits, new_provisional_edits
  )
  select
    ${uuid(writer.transactionId)},
    i.resource_id,
    i.tile_id,
    -- The nodegroup of the old value, because an import can move a tile.
    coalesce(b.nodegroup_id, i.nodegroup_id),
    case
      -- Only callers who may read a proposal can learn of it.
      when coalesce(b.is_proposed, true) and (i.change = 'delete' or i.is_proposed) then 'tile proposal'
      when i.change = 'create' or b.is_proposed then 'tile create'
      when i.change = 'delete' then 'tile delete'
      when b.data = i.data and b.provisional_edits is distinct from proposed.edits then 'tile proposal'
      else 'tile edit'
    end,
    case when not b.is_proposed then b.data end,
    ${int(writer.caller)},
    case when b.provisional_edits is distinct from proposed.edits then b.provisional_edits end,
    case when b.provisional_edits is distinct from proposed.edits then proposed.edits end
  from incoming_tile i
  left join tile_before b on b.tile_id = i.tile_id
  cross join lateral (
    select case when i.change <> 'delete' then nullif(i.provisional_edits, 'null'::jsonb) end as edits
  ) proposed
  -- An earlier batch may have deleted the tile together with the one above it.
  where i.change <> 'delete'
    or b.tile_id is not null
  returning edit_log_id
)`;
}

/**
 * The sent tiles, and the remaining tiles below deleted ones, which are deleted and logged as well. These are proposals that the author of the
 * change may not see.
 */
const incomingTileTable = sql`incoming_tile as materialized (
  with recursive tile_below (tile_id) as (
    select t.tile_id
    from sent_tile s
    join tile t on t.parent_tile_id = s.tile_id
    where s.change = 'delete'
      and t.tile_id not in (select o.tile_id from sent_tile o)
    union
    select t.tile_id
    from tile_below b
    join tile t on t.parent_tile_id = b.tile_id
    where t.tile_id not in (select o.tile_id from sent_tile o)
  )
  select s.*
  from sent_tile s
  union all
  select
    'delete',
    t.tile_id,
    t.resource_id,
    t.nodegroup_id,
    t.parent_tile_id,
    true,
    t.sort_order,
    '{}'::jsonb,
    null::jsonb,
    null::boolean,
    null::bigint
  from tile_below b
  join tile t on t.tile_id = b.tile_id
)`;

const deletedTileTable = sql`deleted_tile as (
  delete from tile t
  using incoming_tile i
  where i.change = 'delete'
    and t.tile_id = i.tile_id
    and t.resource_id = i.resource_id
  returning t.tile_id
)`;

const updatedTileTable = sql`updated_tile as (
  update tile t
  set
    nodegroup_id = i.nodegroup_id,
    parent_tile_id = case when i.keeps_parent then t.parent_tile_id else i.parent_tile_id end,
    sort_order = i.sort_order,
    data = i.data,
    provisional_edits = nullif(i.provisional_edits, 'null'::jsonb),
    is_proposed = i.is_proposed is true
  from incoming_tile i
  where i.change = 'update'
    and t.tile_id = i.tile_id
    and t.resource_id = i.resource_id
  returning t.tile_id
)`;

/** The order of the rows becomes that of the positions. */
const createdTileTable = sql`created_tile as (
  insert into tile (
    tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data, provisional_edits, is_proposed
  )
  select
    i.tile_id, i.resource_id, i.nodegroup_id, i.parent_tile_id, i.sort_order, i.data,
    nullif(i.provisional_edits, 'null'::jsonb), i.is_proposed is true
  from incoming_tile i
  where i.change = 'create'
  order by i.ordinality
  returning tile_id
)`;
