import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { json, sql, uuid, uuidArray } from '../../../../../lib/data-api/sql.ts';
import { countWrittenRows } from '../../queries/count-written-rows.ts';

const modelCountsSchema = z
  .object({ graphId: z.string(), resources: z.number(), tiles: z.number() })
  .readonly();

export type ModelCounts = z.output<typeof modelCountsSchema>;

/** Counts the resource instances and tiles of each model. */
export function countByModel(): RowsQuery<readonly ModelCounts[]> {
  return manyRows(
    sql`select jsonb_build_object('graphId', r.graph_id, 'resources', count(distinct r.resource_id), 'tiles', count(t.tile_id))::text
from resource r
left join tile t on t.resource_id = r.resource_id
group by r.graph_id
order by r.graph_id`,
    modelCountsSchema,
  );
}

/** Counts these tiles by model. */
export function countTilesByModel(
  tileIds: readonly string[],
): RowsQuery<readonly { readonly graphId: string; readonly tiles: number }[]> {
  return manyRows(
    sql`select jsonb_build_object('graphId', r.graph_id, 'tiles', count(*))::text
from tile t
join resource r on r.resource_id = t.resource_id
where t.tile_id = any (${uuidArray(tileIds)})
group by r.graph_id`,
    z.object({ graphId: z.string(), tiles: z.number() }).readonly(),
  );
}

/** A change of a resource instance that is not yet in the activity stream. */
export type UnlistedChange = {
  readonly resource_id: string;
  readonly graph_id: string;
  readonly kind: 'Create' | 'Update';
};

/** Stores changes until the end of the import, when they are added to the activity stream. */
export function recordUnlistedChanges(changes: readonly UnlistedChange[]): RowsQuery<number> {
  return countWrittenRows(sql`insert into unlisted_change as u (resource_id, graph_id, kind)
  select i.resource_id, i.graph_id, i.kind
  from jsonb_to_recordset(${json(changes)}) as i (resource_id uuid, graph_id uuid, kind text)
  on conflict (resource_id) do update
    set kind = case when u.kind = 'Create' then 'Create' else 'Update' end
  returning 1`);
}

/**
 * Deletes resource instances with their tiles, if all tiles were imported from the source and have not changed since. References
 * to them in other tiles stay, as in the source. The deletions are added to the activity stream at the end of the import.
 * @returns the ids of the deleted resource instances
 */
export function deleteImportedResources(
  resourceIds: readonly string[],
  transactionId: string,
): RowsQuery<readonly string[]> {
  return manyRows(
    sql`with locked as materialized (
  select r.resource_id, r.graph_id, r.descriptors
  from resource r
  where r.resource_id = any (${uuidArray(resourceIds)})
  order by r.resource_id
  for update
),
deletable as materialized (
  select l.*, has_own_grants(l.resource_id) as had_grants
  from locked l
  where not exists (
    select
    from tile t
    left join origin o
      on o.kind = 'tile'
      and o.id = t.tile_id
    where t.resource_id = l.resource_id
      and coalesce(o.stored_hash, o.hash) is distinct from
        md5(row(t.resource_id, t.nodegroup_id, t.parent_tile_id, t.sort_order, t.data::text, t.provisional_edits::text)::text)::uuid
  )
),
deleted_tile as materialized (
  select t.*
  from tile t
  join deletable d on d.resource_id = t.resource_id
),
logged as (
  insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, old_provisional_edits)
  select
    ${uuid(transactionId)},
    t.resource_id,
    t.tile_id,
    t.nodegroup_id,
    case when t.is_proposed then 'tile proposal' else 'tile delete' end,
    case when not t.is_proposed then t.data end,
    t.provisional_edits
  from deleted_tile t
  union all
  select ${uuid(transactionId)}, d.resource_id, null, null, 'delete', d.descriptors, null
  from deletable d
),
unlisted as (
  insert into unlisted_change as u (resource_id, graph_id, kind, had_grants)
  select d.resource_id, d.graph_id, 'Delete', d.had_grants
  from deletable d
  on conflict (resource_id) do update
    set kind = 'Delete', had_grants = excluded.had_grants
),
removed_origin as (
  delete from origin o
  where (o.kind = 'tile' and o.id in (select t.tile_id from deleted_tile t))
    or (o.kind = 'resource' and o.id in (select d.resource_id from deletable d))
),
deleted_resource as (
  delete from resource r
  where r.resource_id in (select d.resource_id from deletable d)
  returning r.resource_id
),
-- Last, because the counter stays locked until the commit.
counted as (
  update activity_counter
  set imports = imports + (select count(*) from deleted_resource)
  where exists (select from deleted_resource)
)
select to_json(d.resource_id)::text
from deletable d`,
    z.string(),
  );
}

const childSchema = z.object({ tileId: z.string(), parentId: z.string() }).readonly();

/** Finds the stored tiles whose parent is one of these tiles. */
export function findChildTiles(
  tileIds: readonly string[],
): RowsQuery<readonly z.output<typeof childSchema>[]> {
  return manyRows(
    sql`select jsonb_build_object('tileId', t.tile_id, 'parentId', t.parent_tile_id)::text
from tile t
where t.parent_tile_id = any (${uuidArray(tileIds)})`,
    childSchema,
  );
}

const tileOwnerSchema = z
  .object({
    tileId: z.string(),
    resourceId: z.string(),
    nodegroupId: z.string(),
    graphId: z.string(),
  })
  .readonly();

/** Reads the resource instance, nodegroup and graph of each tile. */
export function readTileOwners(
  tileIds: readonly string[],
): RowsQuery<readonly z.output<typeof tileOwnerSchema>[]> {
  return manyRows(
    sql`select jsonb_build_object('tileId', t.tile_id, 'resourceId', t.resource_id, 'nodegroupId', t.nodegroup_id, 'graphId', r.graph_id)::text
from tile t
join resource r on r.resource_id = t.resource_id
where t.tile_id = any (${uuidArray(tileIds)})`,
    tileOwnerSchema,
  );
}
