import * as z from 'zod';

import { manyRows, mapQuery, type RowsQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { defaultFeatureQuery } from '../../model/geojson/feature-query.ts';
import type { QueryableLayer } from '../../model/layer-filters/queryable.ts';
import { geometryKinds, type GeometryKind } from '../../model/spatial-views/spatial-view.ts';
import { propertyNodeTables } from '../geojson/property-sources.ts';
import { selectionTables } from '../geojson/selected-features.ts';

const nodeSchema = z.object({
  nodeId: z.string(),
  graphId: z.string(),
  entryNodeId: z.number(),
  nodegroupId: z.string(),
});

const rowSchema = z
  .object({
    kind: z.enum(geometryKinds).nullable(),
    language: z.string(),
    hasNames: z.boolean(),
    geometryNodes: z.array(nodeSchema),
    column: nodeSchema
      .extend({
        name: z.string(),
        datatype: z.string(),
        config: z.record(z.string(), z.unknown()),
      })
      .nullable(),
  })
  .readonly();

/** A layer with what its documents say. */
export type DescribedLayer = QueryableLayer & {
  /** The only kind of geometries; null for all kinds. */
  readonly geometryKind: GeometryKind | null;
  readonly language: string;
};

type NodeRow = z.output<typeof nodeSchema>;

/** The features of a layer show the values of the nodegroup of a node alone. */
const toQuestionNode = ({ nodeId, graphId, entryNodeId, nodegroupId }: NodeRow) => ({
  nodeId,
  graphId,
  entryNodeId,
  nodegroupPath: [nodegroupId] as const,
  readableNodegroupIds: [nodegroupId],
});

/**
 * Finds a layer with the columns that the caller may read.
 * @param layer the id of a collection
 * @returns undefined if there is no such layer that the caller may read
 */
export function findQueryableLayer(
  caller: Caller,
  layer: string,
): RowsQuery<DescribedLayer | undefined> {
  const query = { ...defaultFeatureQuery, layer };
  return mapQuery(
    manyRows(
      sql`with ${selectionTables(caller, query)},
${propertyNodeTables(query)}
select jsonb_build_object(
  'kind', l.kind,
  'language', l.language_id,
  'hasNames', l.is_of_model,
  'geometryNodes', (
    select jsonb_agg(
      jsonb_build_object(
        'nodeId', n.node_id,
        'graphId', n.graph_id,
        'entryNodeId', e.entry_node_id,
        'nodegroupId', n.nodegroup_id
      )
      order by g.position
    )
    from geometry_node g
    join node n on n.node_id = g.node_id
    join entry_node e on e.node_id = g.node_id
  ),
  'column', case
    when n.node_id is not null then jsonb_build_object(
      'nodeId', n.node_id,
      'graphId', c.graph_id,
      'entryNodeId', e.entry_node_id,
      'nodegroupId', n.nodegroup_id,
      'name', n.property_name,
      'datatype', n.datatype,
      'config', n.config
    )
  end
)::text
from layer l
left join property_node n on true
left join node c on c.node_id = n.node_id
left join entry_node e on e.node_id = n.node_id
order by n.property_position`,
      rowSchema,
    ),
    (rows) => {
      const [first] = rows;
      return (
        first && {
          geometryKind: first.kind,
          language: first.language,
          hasNames: first.hasNames,
          geometryNodes: first.geometryNodes.map(toQuestionNode),
          columns: rows.flatMap(({ column }) =>
            column === null
              ? []
              : [
                  {
                    name: column.name,
                    datatype: column.datatype,
                    config: column.config,
                    node: toQuestionNode(column),
                  },
                ],
          ),
        }
      );
    },
  );
}
