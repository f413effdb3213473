import * as z from 'zod';

import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, text, textArray, uuid, uuidArray } from '../../data-api/sql.ts';
import type { ViewDependencies } from '../../model/spatial-views/view-field-problems.ts';
import { viewNameSuffixes } from '../../model/spatial-views/spatial-view.ts';
import {
  attributeNodeIdsQuery,
  viewNodeSchema,
  viewNodesExpression,
  viewProblemsExpression,
  parseViewRow,
  storedViewSchema,
  viewExpression,
  type StoredSpatialView,
} from './spatial-view-row.ts';

export type ViewToChange = {
  /** Whether the caller may change spatial views at all. */
  readonly mayWrite: boolean;
  /** Undefined if the view does not exist. */
  readonly stored: StoredSpatialView | undefined;
  /** The problems of the stored view, as sentences. */
  readonly problems: readonly string[];
  readonly dependencies: ViewDependencies;
};

/** The requested fields; an undefined field keeps its stored value. */
export type ViewChangeRequest = {
  readonly spatialViewId: string;
  readonly slug: string | undefined;
  readonly schema: string | undefined;
  readonly geometryNodeId: string | undefined;
  readonly attributeIds: readonly string[] | undefined;
};

const rowSchema = z.object({
  mayWrite: z.boolean(),
  stored: storedViewSchema.nullable().transform((view) => view ?? undefined),
  problems: z.array(z.string()).readonly(),
  dependencies: z
    .object({
      geometryNode: viewNodeSchema.nullable(),
      languages: z.array(z.string()).readonly(),
      attributeNodes: z.array(viewNodeSchema).readonly(),
      isSchema: z.boolean(),
      isSlugTaken: z.boolean(),
      takenNames: z.array(z.string()).readonly(),
    })
    .readonly(),
});

/** Finds the data on which a change of a spatial view depends. Language tags are in alphabetical order. */
export function findViewToChange(
  caller: number,
  request: ViewChangeRequest,
): DocumentQuery<ViewToChange> {
  return {
    lines: sql`with stored as materialized (
    select v.*
    from spatial_view v
    where v.spatial_view_id = ${uuid(request.spatialViewId)}
  ),
  requested as materialized (
    select
      coalesce(${text(request.slug ?? null)}, v.slug) as slug,
      coalesce(${text(request.schema ?? null)}, v.schema_name, 'public') as schema_name,
      coalesce(${uuid(request.geometryNodeId ?? null)}, v.geometry_node_id) as geometry_node_id,
      coalesce(${uuidArray(request.attributeIds ?? null)}, array(${attributeNodeIdsQuery})) as attribute_ids
    from (select) one_row
    left join stored v on true
  ),
  -- Schemas of the database system and of the service must not contain views.
  target_schema as materialized (
    select s.oid
    from requested r
    join pg_namespace s on s.nspname = r.schema_name
    where not starts_with(s.nspname, 'pg_')
      and s.nspname not in ('information_schema', 'kept', 'readable', 'spatial_layer')
  ),
  text_by_language (text) as (
    select t.text
    from requested r
    join node n on n.node_id = r.geometry_node_id
    join graph g on g.graph_id = n.graph_id
    cross join lateral (
      select g.name
      union all
      select g.source -> 'description'
      union all
      select g.source -> 'subtitle'
      union all
      select o.name
      from node o
      where o.graph_id = g.graph_id
      union all
      select c.name
      from card c
      where c.graph_id = g.graph_id
    ) t (text)
    where jsonb_typeof(t.text) = 'object'
  )
  select 0::bigint as position, jsonb_build_object(
      'mayWrite', may_administer_applications(${int(caller)}),
      'stored', (select ${viewExpression(sql`v.attribute_nodes`)} from stored v),
      'problems', coalesce((select ${viewProblemsExpression} from stored v), '[]'),
      'dependencies', jsonb_build_object(
        'geometryNode', ${viewNodesExpression(sql`r.geometry_node_id`)} -> 0,
        'languages', (
          select coalesce(jsonb_agg(distinct l.tag), '[]')
          from text_by_language t
          cross join lateral jsonb_object_keys(t.text) as l (tag)
        ),
        'attributeNodes', ${viewNodesExpression(sql`select unnest(r.attribute_ids)`)},
        'isSchema', exists (select from target_schema),
        'isSlugTaken', exists (
          select
          from spatial_view v
          where lower(v.slug) = lower(r.slug)
            and v.spatial_view_id <> ${uuid(request.spatialViewId)}
        ),
        'takenNames', (
          select coalesce(jsonb_agg(c.relname), '[]')
          from unnest(${textArray(viewNameSuffixes)}) as s (suffix)
          cross join target_schema p
          join pg_class c
            on c.relnamespace = p.oid
            and c.relname = (r.slug || s.suffix)::name
        )
      )
    )::text as line
  from requested r`,
    parse: ([line = '']) => parseViewRow(line, rowSchema),
  };
}
