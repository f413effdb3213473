import * as z from 'zod';

import type { Session } from '../../../infra/local/database/database.ts';
import { parseLossless } from '../../../lib/json/lossless-json.ts';

const id = z.string();
const data = z.record(z.string(), z.unknown());

const view = z.object({
  spatial_view_id: id,
  slug: z.string(),
  schema_name: z.string(),
  geometry_node_id: id,
  language_id: z.string(),
  is_active: z.boolean(),
  is_mixed_geometry_types: z.boolean(),
  attribute_nodes: z.array(z.object({ nodeid: id })),
  srid: z.number(),
});

const node = z.object({
  node_id: id,
  graph_id: id,
  nodegroup_id: id.nullable(),
  datatype: z.string(),
  config: data,
});

const described = z.object({
  value: z.string(),
  nodegroups: z.array(id),
  resources: z.array(id),
  own: z.object({ value: z.string(), nodegroups: z.array(id) }).optional(),
});

const resource = z.object({
  resource_id: id,
  graph_id: id,
  descriptors: z.record(z.string(), z.record(z.string(), described)),
});

const tile = z.object({
  tile_id: id,
  resource_id: id,
  nodegroup_id: id,
  sort_order: z.number().nullable(),
  data,
});

const stored = z.object({
  views: z.array(view),
  nodes: z.array(node),
  nodegroups: z.array(
    z.object({ nodegroup_id: id, graph_id: id, parent_nodegroup_id: id.nullable() }),
  ),
  groups: z.array(
    z.object({
      account_group_id: z.number(),
      name: z.string(),
      can_read: z.boolean(),
      is_administrator: z.boolean(),
    }),
  ),
  nodegroupGrants: z.array(
    z.object({
      nodegroup_id: id,
      account_group_id: z.number().nullable(),
      can_read: z.boolean(),
      no_access: z.boolean(),
    }),
  ),
  resourceGrants: z.array(
    z.object({
      resource_id: id,
      account_group_id: z.number().nullable(),
      can_view: z.boolean(),
      no_access: z.boolean(),
    }),
  ),
  resources: z.array(resource),
  tiles: z.array(tile),
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
  conceptValues: z.array(
    z.object({
      value_id: id,
      concept_id: id,
      value_type: z.string(),
      language_id: z.string().nullable(),
      value: z.string(),
    }),
  ),
});

/** All that a spatial view depends on, as plain rows. Of values, numbers keep every digit (lossless-json.ts). */
export type StoredTables = z.output<typeof stored>;
export type StoredView = StoredTables['views'][number];
export type StoredNode = StoredTables['nodes'][number];

const tables = {
  views: 'spatial_view',
  nodes: 'node',
  nodegroups: 'nodegroup',
  groups: 'account_group',
  nodegroupGrants: 'nodegroup_grant',
  resourceGrants: 'resource_grant',
  resources: 'resource',
  tiles: 'tile',
  conceptValues: 'concept_value',
  settings: 'setting',
};

const whole = `select json_build_object(${Object.entries(tables)
  .map(
    ([name, table]) => `'${name}', (select coalesce(json_agg(to_jsonb(t)), '[]') from ${table} t)`,
  )
  .join(', ')})::text`;

/** Reads whole tables, by nothing but a select of each; in one statement, so that they are of one moment. */
export async function readStoredTables(session: Session): Promise<StoredTables> {
  const { rows } = await session.query(whole, [], 60_000);
  return stored.parse(parseLossless(String(rows[0]?.[0])));
}
