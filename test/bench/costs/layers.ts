import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { encodeItemCursor } from '../../../lib/http/ogc/item-cursor.ts';
import type { TileKey } from '../../../lib/model/geojson/feature-query.ts';
import type { CostRequest } from './request.ts';

/** A layer of the geometry node with the most features, and a feature in the middle of the layer. */
export type CostLayer = {
  readonly slug: string;
  readonly middle: Required<TileKey>;
  /** The collection of the model of that node. */
  readonly modelId: string;
};

const slug = 'features';

const selectLargestNode = `select f.node_id as "nodeId", count(*)::integer as features
from feature f
group by f.node_id
order by 2 desc
limit 1`;

const selectModelId = `select l.slug as id
from geometry_layer l
where l.is_of_model
  and l.geometry_node_id = $1`;

const selectMiddleFeature = `select f.resource_id as "resourceId", f.tile_id as "tileId", f.gid
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
    const { rows: nodes } = await client.query<{ nodeId: string; features: number }>(
      selectLargestNode,
    );
    const [node = { nodeId: '', features: 0 }] = nodes;
    const { rows } = await client.query<Required<TileKey>>(selectMiddleFeature, [
      node.nodeId,
      Math.floor(node.features / 2),
    ]);
    const [middle] = rows;
    if (middle === undefined) throw new Error('There are no features.');
    const { rows: models } = await client.query<{ id: string }>(selectModelId, [node.nodeId]);
    await insertView(client, node.nodeId);
    return { slug, middle, modelId: models[0]?.id ?? '' };
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

export function buildLayerRequests({
  slug: id,
  middle,
  modelId,
}: CostLayer): readonly CostRequest[] {
  const collection = `/ogc/collections/${id}`;
  const model = `/ogc/collections/${modelId}`;
  const createGet = (name: string, path: string): CostRequest => ({
    name: `GET ${name}`,
    method: 'GET',
    path,
    bare: [],
  });
  const createItemsGet = (name: string, query: string): CostRequest =>
    createGet(`/ogc items${name}`, `${collection}/items?${query}`);
  const cursor = encodeItemCursor(middle);
  const createModelGet = (name: string, query: string): CostRequest =>
    createGet(`/ogc items of a model${name}`, `${model}/items?${query}`);
  return [
    createGet('/ogc/collections', '/ogc/collections'),
    createGet('/ogc/collections/{id}', collection),
    createItemsGet(' (1)', 'limit=1'),
    createItemsGet(' (1000)', 'limit=1000'),
    createItemsGet(' (1000, cursor)', `limit=1000&cursor=${cursor}`),
    createItemsGet(' (1000, type)', 'limit=1000&type=Point'),
    createItemsGet(' (1000, bbox)', 'limit=1000&bbox=-180,-90,180,90'),
    createItemsGet(' (1000, count)', 'limit=1000&count=exact'),
    createGet('/ogc item', `${collection}/items/${middle.gid}`),
    createModelGet(' (1000)', 'limit=1000'),
    createModelGet(' (1000, cursor)', `limit=1000&cursor=${cursor}`),
    createModelGet(' (1000, bbox)', 'limit=1000&bbox=-180,-90,180,90'),
    createGet('/ogc item of a model', `${model}/items/${middle.gid}`),
  ];
}
