import { queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { placeNodes } from '../../support/test-spatial-views.ts';

/** Adds a resource instance of the sample's place model for each geometry, with one feature. */
export async function addPlaces(
  service: TestService,
  geometries: readonly GeoJSON.Geometry[],
): Promise<void> {
  for (let first = 0; first < geometries.length; first += 200) {
    const part = JSON.stringify(geometries.slice(first, first + 200));
    await runStatement(
      service,
      `with new_place as materialized (
  select gen_random_uuid() as resource_id, p.geometry, n.node_id, n.nodegroup_id, n.graph_id
  from jsonb_array_elements('${part}') p (geometry)
  cross join node n
  where n.node_id = '${placeNodes.geometry}'
),
new_resource as (
  insert into resource (resource_id, graph_id)
  select p.resource_id, p.graph_id
  from new_place p
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
select
  gen_random_uuid(),
  p.resource_id,
  p.nodegroup_id,
  jsonb_build_object(p.node_id, jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_build_array(
    jsonb_build_object('type', 'Feature', 'geometry', p.geometry, 'properties', '{}'::jsonb)
  )))
from new_place p`,
    );
  }
}

/** Closes every third resource instance of the places to Guest. */
export async function closeEveryThird(service: TestService): Promise<void> {
  await runStatement(
    service,
    `insert into resource_grant (resource_id, account_group_id, no_access)
select f.resource_id, g.account_group_id, true
from feature f
cross join account_group g
where g.name = 'Guest'
  and f.node_id = '${placeNodes.geometry}'
  and f.gid % 3 = 0
on conflict do nothing`,
  );
}

/** Deletes what Guest may not see. */
export async function deleteClosed(service: TestService): Promise<void> {
  await runStatement(
    service,
    `delete from resource r
where r.resource_id in (select g.resource_id from resource_grant g where g.no_access)`,
  );
}

/** The numbers of all features on the map that Guest may see, by rank. */
export async function visibleGids(service: TestService): Promise<readonly number[]> {
  const gids = await queryColumn(
    service,
    `select f.gid::text
from feature f
where f.resource_id in (select v.resource_id from visible_resource(null) v)
  and f.map_cell is not null
order by map_rank(f.gid)`,
  );
  return gids.map(Number);
}
