import type { Geometry, Position } from 'geojson';

import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const ring = (west: number, south: number): Position[] => [
  [west, south],
  [west + 1, south],
  [west + 1, south + 1],
  [west, south + 1],
  [west, south],
];

const createGeometries = (
  length: number,
  create: (index: number) => Geometry,
): readonly Geometry[] => Array.from({ length }, (_, index) => create(index));

/** The geometries of each layer that gets its own geometry node, by the slug of the layer. */
const layerGeometries: Readonly<Record<string, readonly Geometry[]>> = {
  points: createGeometries(120, (index) => ({
    type: 'Point',
    coordinates: [index - 60.5, (index % 32) - 16.25, index],
  })),
  outlines: createGeometries(30, (index) =>
    index % 2 === 0
      ? { type: 'Polygon', coordinates: [ring(index * 3, 10)] }
      : { type: 'MultiPolygon', coordinates: [[ring(index, -20)], [ring(index, -40)]] },
  ),
  anything: [
    {
      type: 'LineString',
      coordinates: [
        [-3, 51],
        [-2.5, 51.25],
      ],
    },
    {
      type: 'MultiPoint',
      coordinates: [
        [-3, 51],
        [-2.5, 51.25],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [-3, 51],
          [-2.5, 51.25],
        ],
      ],
    },
    { type: 'Polygon', coordinates: [ring(4, 44)] },
    { type: 'Point', coordinates: [179.5, -16.5] },
  ],
  nothing: [],
};

export const testLayerSlugs: readonly string[] = ['places', ...Object.keys(layerGeometries)];

/**
 * Adds a geometry node to the nodegroup of the places, with features in the tile of one place.
 * @returns the id of the node
 */
async function addNode(
  service: TestService,
  alias: string,
  geometries: readonly Geometry[],
): Promise<string> {
  const nodeId = crypto.randomUUID();
  const columns = await queryColumn(
    service,
    `select column_name from information_schema.columns
where table_name = 'node' and is_generated = 'NEVER' and column_name not in ('node_id', 'alias', 'name', 'property_name', 'field_name') order by 1`,
  );
  await runStatement(
    service,
    `insert into node (node_id, alias, name, property_name, ${columns.join()})
select '${nodeId}', '${alias}', to_jsonb('${alias}'::text), '${alias}', ${columns.join()}
from node
where node_id = '${placeNodes.geometry}'`,
  );
  const value = {
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
  };
  await runStatement(
    service,
    `update tile
set data = data || jsonb_build_object('${nodeId}', '${JSON.stringify(value)}'::jsonb)
where tile_id = (select tile_id from feature where node_id = '${placeNodes.geometry}' order by gid limit 1)`,
  );
  return nodeId;
}

/** Adds layers to the sample: two of mixed geometries, one of points with heights, one of polygons, and one without features. */
export async function addTestLayers(service: TestService): Promise<void> {
  const nodes = [placeNodes.name, placeNodes.placeType, placeNodes.worldHeritageNumber];
  await addTestSpatialView(service, { slug: 'places', nodes });
  for (const [slug, geometries] of Object.entries(layerGeometries)) {
    const geometryNode = await addNode(service, slug, geometries);
    await addTestSpatialView(service, { slug, nodes, geometryNode });
  }
}
