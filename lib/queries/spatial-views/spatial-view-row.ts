import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { ViewNode } from '../../model/spatial-views/view-field-problems.ts';
import {
  isAttributeNode,
  type AttributeNode,
  type SpatialView,
} from '../../model/spatial-views/spatial-view.ts';

export type StoredSpatialView = SpatialView & {
  /** A string of digits; every change of the view changes it. */
  readonly version: string;
  /** Whether its database views are still being filled; until then they are empty. */
  readonly isFilling: boolean;
};

export const storedViewSchema = z
  .object({
    spatialViewId: z.string(),
    version: z.string(),
    isFilling: z.boolean(),
    slug: z.string(),
    schema: z.string(),
    description: z.string(),
    geometryNodeId: z.string(),
    language: z.string(),
    isActive: z.boolean(),
    isMixedGeometryTypes: z.boolean(),
    attributeNodes: z.array(z.custom<AttributeNode>(isAttributeNode)).readonly(),
  })
  .readonly() satisfies z.ZodType<StoredSpatialView>;

export const viewNodeSchema = z
  .object({ nodeId: z.string(), graphId: z.string(), datatype: z.string() })
  .readonly() satisfies z.ZodType<ViewNode>;

/** Parses a JSON string that the expressions of this file return. Numbers in attribute nodes keep every digit. */
export function parseViewRow<Value>(text: string, schema: z.ZodType<Value>): Value {
  return schema.parse(parseLossless(text));
}

/** The version of the row `v`: the time of its last change in microseconds, which is unique. */
export const viewVersion = sql`(extract(epoch from v.changed_at) * 1000000)::bigint::text`;

/** The row `v` of spatial_view as jsonb. @param attributeNodes an expression of the attribute nodes to include */
export function viewExpression(attributeNodes: Statement): Statement {
  return sql`jsonb_build_object(
        'spatialViewId', v.spatial_view_id,
        'version', ${viewVersion},
        'isFilling', v.spatial_view_id in (select f.spatial_view_id from filling_spatial_view() f),
        'slug', v.slug,
        'schema', v.schema_name,
        'description', v.description,
        'geometryNodeId', v.geometry_node_id,
        'language', v.language_id,
        'isActive', v.is_active,
        'isMixedGeometryTypes', v.is_mixed_geometry_types,
        'attributeNodes', ${attributeNodes}
      )`;
}

/** An expression of type jsonb: the list of the existing nodes with these ids. @param ids a query that returns one column */
export function viewNodesExpression(ids: Statement): Statement {
  return sql`(
        select coalesce(
          jsonb_agg(jsonb_build_object('nodeId', n.node_id, 'graphId', n.graph_id, 'datatype', n.datatype)),
          '[]'
        )
        from node n
        where n.node_id in (${ids})
      )`;
}

/** An expression of type jsonb: the problems of the row `v` as sentences, about nodes that its model no longer has. */
export const viewProblemsExpression = sql`to_jsonb(spatial_view_problems(v.spatial_view_id))`;

/** A query of the ids of the attribute nodes of the row `v`; it returns one column. */
export const attributeNodeIdsQuery = sql`select (a.node ->> 'nodeid')::uuid
          from jsonb_array_elements(v.attribute_nodes) as a (node)`;
