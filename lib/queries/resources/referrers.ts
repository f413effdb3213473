import * as z from 'zod';

import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { unreadableMovedNodesExpression } from '../tiles/unreadable-moved-nodes.ts';

/**
 * The tiles of other resource instances that refer to this one: tile_id, resource_id, nodegroup_id, and the referring
 * nodes.
 */
export function referringTilesQuery(resourceId: ResourceId): Statement {
  return sql`select t.tile_id, t.resource_id, t.nodegroup_id, array_agg(distinct o.node_id) as node_ids
  from resource_relation o
  join tile t on t.tile_id = o.tile_id
  where o.to_resource_id = ${uuid(resourceId)}
    and t.resource_id <> ${uuid(resourceId)}
  group by t.tile_id`;
}

/** The other ends of the relations of a resource instance outside of tiles, in either direction. */
function relatedResourcesQuery(resourceId: ResourceId): Statement {
  return sql`select r.resource_id
  from resource_relation o
  join resource r
    on r.resource_id = case
      when o.from_resource_id = ${uuid(resourceId)} then o.to_resource_id
      else o.from_resource_id
    end
  where o.tile_id is null
    and r.proposed_by is null
    and (o.from_resource_id = ${uuid(resourceId)} or o.to_resource_id = ${uuid(resourceId)})
    and r.resource_id <> ${uuid(resourceId)}`;
}

export const referrersSchema = z
  .object({ resources: z.array(z.string()).readonly(), unreadable: z.number() })
  .readonly();

/** The ids of the referrers whose references the caller may read, and the number of other referrers. */
export type ReferrerList = z.output<typeof referrersSchema>;

/**
 * The other resource instances that a deletion changes: referrers, and related resource instances.
 * @param tiles a query of the referring tiles, for a statement that has already read them
 */
export function resourcesChangedByDeletionQuery(
  resourceId: ResourceId,
  tiles: Statement = referringTilesQuery(resourceId),
): Statement {
  return sql`select t.resource_id
    from (${tiles}) t
    union
    ${relatedResourcesQuery(resourceId)}`;
}

/**
 * The referrers of a resource instance. A relation outside of tiles is readable if both ends are visible.
 * @param nodegroups a query that returns ids of readable nodegroups
 * @returns an SQL expression of type jsonb, for `referrersSchema`
 */
export function referrersExpression(
  caller: Caller,
  resourceId: ResourceId,
  nodegroups: Statement,
): Statement {
  return sql`(
        select jsonb_build_object(
          'resources', coalesce(jsonb_agg(r.resource_id order by r.resource_id) filter (where r.is_readable), '[]'),
          'unreadable', count(*) filter (where not r.is_readable)
        )
        from (
          select
            f.resource_id,
            bool_or(
              f.nodegroup_id is null
              or (f.nodegroup_id in (${nodegroups}) and not (f.node_ids::text[] <@ ${unreadableMovedNodesExpression(caller)}))
            )
              and exists (
                select
                from visible_resource(${int(caller)}) v
                where v.resource_id = f.resource_id
              ) as is_readable
          from (
            select t.resource_id, t.nodegroup_id, t.node_ids
            from (${referringTilesQuery(resourceId)}) t
            union all
            select o.resource_id, null, null
            from (${relatedResourcesQuery(resourceId)}) o
          ) f
          group by f.resource_id
        ) r
      )`;
}
