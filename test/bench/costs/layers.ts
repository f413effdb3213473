import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { encodeItemCursor } from '../../../lib/http/ogc/item-cursor.ts';
import type { TileKey } from '../../../lib/model/geojson/feature-query.ts';
import type { CostRequest } from './request.ts';

/** A layer of the geometry node with the most features, and a feature from the middle of it. */
export type CostLayer = { readonly slug: string; readonly middle: Required<TileKey> };

const slug = 'features';

const largest = `select f.node_id as "nodeId", count(*)::integer as features
from feature f
group by f.node_id
order by 2 desc
limit 1`;

const middleOf = `select f.resource_id as "resourceId", f.tile_id as "tileId", f.gid
from feature f
where f.node_id = $1
order by f.resource_id, f.tile_id, f.gid
limit 1
offset $2`;

/**
 * Adds a spatial view with three columns to a native database, without the tables for GIS desktops.
 * @param url of the database, as a superuser
 */
export async function addCostLayer(url: string): Promise<CostLayer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: nodes } = await client.query<{ nodeId: string; features: number }>(largest);
    const [node = { nodeId: '', features: 0 }] = nodes;
    const { rows } = await client.query<Required<TileKey>>(middleOf, [
      node.nodeId,
      Math.floor(node.features / 2),
    ]);
    const [middle] = rows;
    if (middle === undefined) throw new Error('There are no features.');
    await insertView(client, node.nodeId);
    return { slug, middle };
  } finally {
    await client.end();
  }
}

async function insertView(client: pg.Client, nodeId: string): Promise<void> {
  const view = randomUUID();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into spatial_view (
  spatial_view_id, slug, schema_name, description, geometry_node_id, language_id, is_active, is_mixed_geometry_types, attribute_nodes, srid
)
values ($1, $2, 'public', '', $3, 'en-US', true, true, '[]', 4326)`,
    [view, slug, nodeId],
  );
  await client.query(
    `insert into spatial_view_attribute
select $1, row_number() over (order by n.model_position), n.node_id, n.property_name, ''
from node n
join node g on g.graph_id = n.graph_id and g.node_id = $2
where n.holds in ('concept values', 'texts by language', 'resource instances')
order by n.model_position
limit 3`,
    [view, nodeId],
  );
}

export function layerRequests({ slug: id, middle }: CostLayer): readonly CostRequest[] {
  const collection = `/ogc/collections/${id}`;
  const read = (name: string, path: string): CostRequest => ({
    name: `GET ${name}`,
    method: 'GET',
    path,
    bare: [],
  });
  const items = (name: string, query: string): CostRequest =>
    read(`/ogc items${name}`, `${collection}/items?${query}`);
  return [
    read('/ogc/collections', '/ogc/collections'),
    read('/ogc/collections/{id}', collection),
    items(' (1)', 'limit=1'),
    items(' (1000)', 'limit=1000'),
    items(' (1000, cursor)', `limit=1000&cursor=${encodeItemCursor(middle)}`),
    items(' (1000, type)', 'limit=1000&type=Point'),
    items(' (1000, bbox)', 'limit=1000&bbox=-180,-90,180,90'),
    items(' (1000, count)', 'limit=1000&count=exact'),
    read('/ogc item', `${collection}/items/${middle.gid}`),
  ];
}
