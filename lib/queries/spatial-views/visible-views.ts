import * as z from 'zod';

import type { PagedQuery } from '../../data-api/query.ts';
import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import {
  viewProblemsExpression,
  parseViewRow,
  storedViewSchema,
  viewExpression,
  type StoredSpatialView,
} from './spatial-view-row.ts';

/** A spatial view with the attribute nodes that the caller may read; with all of them, if the caller may change it. */
export type VisibleView = {
  readonly view: StoredSpatialView;
  /** Its problems as sentences; empty for callers who may not change it. */
  readonly problems: readonly string[];
};

export type VisibleViews = {
  /** Whether the caller may read anything at all; evaluated only for anonymous callers without a result. */
  readonly mayReadSomething: boolean;
  /** By slug. */
  readonly views: readonly VisibleView[];
};

const viewItemSchema = z.union([
  z.object({ mayReadSomething: z.boolean() }),
  z.object({ view: storedViewSchema, problems: z.array(z.string()).readonly() }).readonly(),
]);

/**
 * Lists the spatial views with a readable geometry node. Callers who may change views get all views.
 * @rule Permissions: Which spatial views does a caller see?
 * @param spatialViewId undefined for all
 */
export function listVisibleViews(caller: Caller, spatialViewId?: string): PagedQuery<VisibleViews> {
  return {
    commonTableExpressions: sql`writer as materialized (
    select may_administer_applications(${int(caller)}) as may_write
  ),
  readable_nodegroup as materialized (
    select r.nodegroup_id
    from readable_nodegroup(${int(caller)}) r
  ),
  visible_view as materialized (
    select v.spatial_view_id
    from spatial_view v
    cross join writer w
    where (
        w.may_write
        or exists (
          select
          from node n
          join readable_nodegroup r on r.nodegroup_id = n.nodegroup_id
          where n.node_id = v.geometry_node_id
        )
      )
      ${spatialViewId === undefined ? sql`` : sql`and v.spatial_view_id = ${uuid(spatialViewId)}`}
  )`,
    items: (after, limit) => sql`select i.key, i.item
    from (
      select '' collate "C" as key, jsonb_build_object(
        'mayReadSomething', ${mayReadSomethingCondition(caller, sql`exists (select from visible_view)`)}
      )::text as item
      where ${after} is null
      union all
      select s.key, s.item
      from (
        select v.slug as key, ${viewItem}::text as item
        from visible_view
        join spatial_view v on v.spatial_view_id = visible_view.spatial_view_id
        cross join writer w
        where v.slug > coalesce(${after}, '')
        order by v.slug
        limit ${limit}
      ) s
    ) i
    order by i.key
    limit ${limit}`,
    parse: (items) => {
      const rows = items.map((text) => parseViewRow(text, viewItemSchema));
      return {
        mayReadSomething: rows.some((item) => 'mayReadSomething' in item && item.mayReadSomething),
        views: rows.filter((item) => 'view' in item),
      };
    },
  };
}

const readableAttributes: Statement = sql`case
          when w.may_write then v.attribute_nodes
          else (
            select coalesce(jsonb_agg(a.node order by a.position), '[]')
            from jsonb_array_elements(v.attribute_nodes) with ordinality as a (node, position)
            join node n on n.node_id = (a.node ->> 'nodeid')::uuid
            join readable_nodegroup r on r.nodegroup_id = n.nodegroup_id
          )
        end`;

const viewItem: Statement = sql`jsonb_build_object(
        'view', ${viewExpression(readableAttributes)},
        'problems', case when w.may_write then ${viewProblemsExpression} else '[]' end
      )`;
