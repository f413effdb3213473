import * as z from 'zod';

import { manyRows, type DocumentQuery, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { int, sql, uuid, uuidArray } from '../../../../../lib/data-api/sql.ts';
import { parseLossless } from '../../../../../lib/json/lossless-json.ts';
import {
  nilUuid,
  parseResourceId,
  parseTileId,
  type GraphId,
  type ResourceId,
} from '../../../../../lib/model/ids.ts';
import type { TileRow } from '../../../../../lib/model/resources/resource-record.ts';
import { tileOrder } from '../../../../../lib/queries/tiles/tile-order.ts';

const nodeWithMisplacedValuesSchema = z
  .object({ id: z.string(), name: z.string(), nodegroupId: z.string(), values: z.number() })
  .readonly();

/** A node with values in tiles of a former nodegroup (`nodegroupId`), and their number. */
export type NodeWithMisplacedValues = z.output<typeof nodeWithMisplacedValuesSchema>;

/** Finds the nodes of a graph with values in tiles of a former nodegroup. */
export function findMisplacedValues(
  graphId: GraphId,
): RowsQuery<readonly NodeWithMisplacedValues[]> {
  return manyRows(
    sql`select jsonb_build_object('id', n.node_id, 'name', n.property_name, 'nodegroupId', f.nodegroup_id, 'values', v.count)::text
from former_nodegroup f
join node n on n.node_id = f.node_id
cross join lateral (
  select count(*)
  from tile t
  where t.nodegroup_id = f.nodegroup_id
    and holds_value(t.data, t.provisional_edits, n.node_id::text)
) v
where n.graph_id = ${uuid(graphId)}
  and n.nodegroup_id is distinct from f.nodegroup_id
  and v.count > 0
order by n.model_position, n.node_id, f.nodegroup_id`,
    nodeWithMisplacedValuesSchema,
  );
}

export type StoredTileRow = TileRow & {
  readonly provisional_edits: ProposedEdits | null;
  /** Whether the tile consists only of proposals. */
  readonly is_proposed: boolean;
};

/** Proposals by account id. */
export type ProposedEdits = z.output<typeof proposedEditsSchema>;

const proposedEditsSchema = z.record(
  z.string(),
  z.looseObject({ value: z.record(z.string(), z.unknown()) }),
);

/**
 * Finds the next resource instances that have values of these nodes, or tiles of these nodegroups, in the order of their ids.
 * @param afterId the last id of the previous call, or null
 */
export function findResourcesWithValues(
  {
    nodes,
    nodegroups,
  }: { readonly nodes: readonly string[]; readonly nodegroups: readonly string[] },
  afterId: ResourceId | null,
  limit: number,
): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select distinct to_json(t.resource_id)::text
from (
  select t.resource_id
  from tile t
  where t.nodegroup_id = any (${uuidArray(nodegroups)})
  union
  select t.resource_id
  from unnest(${uuidArray(nodes)}) as i (node_id)
  join held_node h on h.node_id = i.node_id
  join tile t on t.nodegroup_id = h.nodegroup_id
  where holds_value(t.data, t.provisional_edits, i.node_id::text)
) t
where t.resource_id > coalesce(${uuid(afterId)}, ${uuid(nilUuid)})
order by 1
limit ${int(limit)}`,
    z.string(),
  );
}

const lockedVersionSchema = z.object({
  resourceId: z.string().transform(parseResourceId),
  version: z.string(),
});

/** Locks resource instances in the order of their ids, and reads their versions. */
export function lockResourceVersions(
  resourceIds: readonly string[],
): RowsQuery<readonly z.output<typeof lockedVersionSchema>[]> {
  return manyRows(
    sql`select jsonb_build_object('resourceId', r.resource_id, 'version', r.version::text)::text
from resource r
where r.resource_id = any (${uuidArray(resourceIds)})
order by r.resource_id
for update`,
    lockedVersionSchema,
  );
}

const tileRowSchema = z.object({
  tile_id: z.string().transform(parseTileId),
  resource_id: z.string().transform(parseResourceId),
  nodegroup_id: z.string(),
  parent_tile_id: z.string().transform(parseTileId).nullable(),
  sort_order: z.number().nullable(),
  data: z.record(z.string(), z.unknown()),
  provisional_edits: proposedEditsSchema.nullable(),
  is_proposed: z.boolean(),
});

/** Reads all tiles of locked resource instances. Numbers keep all their digits. */
export function readTilesOfResources(
  resourceIds: readonly string[],
): DocumentQuery<readonly StoredTileRow[]> {
  return {
    lines: sql`select
  row_number() over (order by t.resource_id, ${tileOrder(sql`t`)}) as position,
  to_jsonb(t)::text as line
from tile t
where t.resource_id = any (${uuidArray(resourceIds)})`,
    version: sql`select ''`,
    parse: (lines) => lines.map((line) => tileRowSchema.parse(parseLossless(line))),
  };
}
