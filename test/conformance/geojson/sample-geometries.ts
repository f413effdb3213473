import type { Geometry, Position } from 'geojson';

import { queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const square: Position[] = [
  [10, 50],
  [11, 50],
  [11, 51],
  [10, 51],
  [10, 50],
];

/** A geometry of each type, with closed rings in the directions of RFC 7946. */
export const sampleGeometries: readonly Geometry[] = [
  { type: 'Point', coordinates: [10, 50] },
  {
    type: 'MultiPoint',
    coordinates: [
      [10, 50],
      [11, 50],
    ],
  },
  {
    type: 'LineString',
    coordinates: [
      [10, 50],
      [11, 50],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [10, 50],
        [11, 50],
      ],
      [
        [10, 51],
        [11, 51],
      ],
    ],
  },
  { type: 'Polygon', coordinates: [square] },
  { type: 'MultiPolygon', coordinates: [[square]] },
];

/** A polygon whose ring is not closed, as in older data. */
export const unclosedPolygon: Geometry = { type: 'Polygon', coordinates: [square.slice(0, -1)] };

/** The geometry node of the places of the sample, and its nodegroup. */
export async function readPlaceNode(
  service: TestService,
): Promise<{ readonly nodeId: string; readonly nodegroupId: string }> {
  const [ids = ''] = await queryColumn(
    service,
    `select f.node_id || ' ' || n.nodegroup_id
from feature f
join node n on n.node_id = f.node_id
group by f.node_id, n.nodegroup_id
order by count(*) desc
limit 1`,
  );
  const [nodeId = '', nodegroupId = ''] = ids.split(' ');
  return { nodeId, nodegroupId };
}

/**
 * Adds a resource instance to the sample, with a tile for each geometry.
 * @param note SQL of a text property of each feature
 */
export async function addPlace(
  service: TestService,
  id: string,
  geometries: readonly Geometry[],
  note = `'drawn'`,
): Promise<void> {
  const { nodeId, nodegroupId } = await readPlaceNode(service);
  await runStatement(
    service,
    `insert into resource (resource_id, graph_id)
select '${id}', n.graph_id
from node n
where n.node_id = '${nodeId}'`,
  );
  await runStatement(
    service,
    `insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select
  gen_random_uuid(), '${id}', '${nodegroupId}', g.place,
  jsonb_build_object('${nodeId}', jsonb_build_object(
    'type', 'FeatureCollection',
    'features', jsonb_build_array(jsonb_build_object(
      'type', 'Feature', 'geometry', g.geometry, 'properties', jsonb_build_object('note', ${note})
    ))
  ))
from jsonb_array_elements('${JSON.stringify(geometries)}') with ordinality g (geometry, place)`,
  );
}
