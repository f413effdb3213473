import {
  int,
  json,
  jsonText,
  sql,
  textArray,
  uuid,
  uuidArray,
  type Statement,
} from '../data-api/sql.ts';
import type { GraphId, ResourceId } from '../model/ids.ts';
import type { Caller } from './resources.ts';
import { stagedText } from './staging.ts';

/** Who writes, and the id under which the edit log keeps what was written together. */
export type Writer = { readonly caller: Caller; readonly transactionId: string };

/** The header of a resource instance on its way in. */
export type ResourceRow = {
  readonly resource_id: ResourceId;
  readonly graph_id: GraphId;
  readonly legacy_id: string | null;
  /** ISO 8601, or null for now. */
  readonly created_at: string | null;
};

/**
 * Inserts resource instances, or gives those that exist their legacy id.
 * @returns one row: the ids of new resources, the ids of changed ones, each joined by commas
 */
export function mergeResources(rows: readonly ResourceRow[]): Statement {
  return sql`with incoming as (
  select *
  from jsonb_to_recordset(${json(rows)}) as r (resource_id uuid, graph_id uuid, legacy_id text, created_at timestamptz)
),
written as (
  insert into resource (resource_id, graph_id, legacy_id, created_at)
  select i.resource_id, i.graph_id, i.legacy_id, coalesce(i.created_at, clock_timestamp())
  from incoming i
  on conflict (resource_id) do update
    set legacy_id = excluded.legacy_id
    where excluded.legacy_id is not null
      and resource.legacy_id is distinct from excluded.legacy_id
  returning resource_id, xmax = 0 as is_new
)
select
  string_agg(w.resource_id::text, ',') filter (where w.is_new),
  string_agg(w.resource_id::text, ',') filter (where not w.is_new)
from written w`;
}

/**
 * Inserts tiles, and updates those that exist where they differ; a tile that is equal to the stored one is not touched.
 * Each tile that was written is logged. Features and relations follow by trigger.
 * @param rows JSON text of a list of {tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data, provisional_edits}
 * @returns one row: number of new tiles, number of changed tiles, ids of their resources joined by commas
 */
export function mergeTiles(rows: string, writer: Writer): Statement {
  return mergeTilesFrom(tileRows(sql`${jsonText(rows)}`), writer);
}

function tileRows(list: Statement): Statement {
  return sql`select *
  from jsonb_to_recordset(${list}) as t (
    tile_id uuid,
    resource_id uuid,
    nodegroup_id uuid,
    parent_tile_id uuid,
    sort_order integer,
    data jsonb,
    provisional_edits jsonb
  )`;
}

function mergeTilesFrom(incoming: Statement, writer: Writer): Statement {
  return sql`with incoming as (
  ${incoming}
),
stored as (
  select t.tile_id, t.data
  from tile t
  join incoming i on i.tile_id = t.tile_id
),
written as (
  insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data, provisional_edits)
  select i.tile_id, i.resource_id, i.nodegroup_id, i.parent_tile_id, i.sort_order, i.data, i.provisional_edits
  from incoming i
  on conflict (tile_id) do update
    set
      nodegroup_id = excluded.nodegroup_id,
      parent_tile_id = excluded.parent_tile_id,
      sort_order = excluded.sort_order,
      data = excluded.data,
      provisional_edits = excluded.provisional_edits
    where tile.resource_id = excluded.resource_id
      and (tile.nodegroup_id, tile.parent_tile_id, tile.sort_order, tile.data, tile.provisional_edits)
        is distinct from
        (excluded.nodegroup_id, excluded.parent_tile_id, excluded.sort_order, excluded.data, excluded.provisional_edits)
  returning tile_id, resource_id, nodegroup_id, xmax = 0 as is_new
),
logged as (
  insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, account_id)
  select
    ${uuid(writer.transactionId)},
    w.resource_id,
    w.tile_id,
    w.nodegroup_id,
    case when w.is_new then 'tile create' else 'tile edit' end,
    s.data,
    ${int(writer.caller)}
  from written w
  left join stored s on s.tile_id = w.tile_id
)
select
  count(*) filter (where w.is_new),
  count(*) filter (where not w.is_new),
  string_agg(distinct w.resource_id::text, ',')
from written w`;
}

/** As mergeTiles, from the staged text, for a tile that is larger than a request. */
export function mergeStagedTiles(writer: Writer): Statement {
  return mergeTilesFrom(tileRows(sql`${stagedText}::jsonb`), writer);
}

/**
 * Closes a transaction that changed resources: counts up their versions, logs those that are new, and gives each its
 * place in the activity stream. It must be the last statement: it takes the ordinals and holds their lock until commit.
 */
export function recordActivity(
  created: readonly ResourceId[],
  updated: readonly ResourceId[],
  writer: Writer,
): Statement {
  return sql`with changed as (
  select c.resource_id, c.activity_type, r.graph_id
  from (
    select unnest(${uuidArray(created)}) as resource_id, 'Create' as activity_type
    union all
    select unnest(${uuidArray(updated)}), 'Update'
  ) c
  join resource r on r.resource_id = c.resource_id
),
versioned as (
  update resource r
  set version = r.version + 1, changed_at = clock_timestamp()
  from changed c
  where c.resource_id = r.resource_id
    and c.activity_type = 'Update'
),
logged as (
  insert into edit_log (transaction_id, resource_id, edit_type, account_id)
  select ${uuid(writer.transactionId)}, c.resource_id, 'create', ${int(writer.caller)}
  from changed c
  where c.activity_type = 'Create'
),
counter as (
  update activity_counter
  set
    ordinal = ordinal + (select count(*) from changed),
    end_time = greatest(end_time, clock_timestamp())
  returning ordinal, end_time
)
insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time)
select
  counter.ordinal - count(*) over () + row_number() over (order by c.resource_id),
  c.activity_type,
  c.resource_id,
  c.graph_id,
  ${int(writer.caller)},
  counter.end_time
from changed c
cross join counter`;
}

/** Adds languages that were met in data. */
export function addLanguages(languages: readonly string[]): Statement {
  return sql`insert into language (language_id)
select unnest(${textArray(languages)})
on conflict (language_id) do nothing`;
}
