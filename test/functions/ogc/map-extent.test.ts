import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { listMapTileModels } from '../../../lib/queries/map-tiles/map-tile-models.ts';
import { openSampleService, queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { addPlaces } from './map-places.ts';

/*
 * A map opens on the extent of what its reader may see, and no place of a closed record shows in it.
 */

const tileJsonSchema = z.object({
  bounds: z.array(z.number()),
  center: z.array(z.number()).optional(),
});
const boxSchema = z.array(z.number()).nullable();

let service: TestService;
let callers: readonly (number | null)[];

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addTestSpatialView(service, { slug: 'sites', nodes: [placeNodes.name] });
  await addPlaces(service, [
    { type: 'Point', coordinates: [-179.5, 80] },
    { type: 'Point', coordinates: [179.5, -80] },
    {
      type: 'LineString',
      coordinates: [
        [-178, -70],
        [178, 78],
      ],
    },
    { type: 'Point', coordinates: [0, 89] },
    { type: 'Point', coordinates: [900, 0] },
    { type: 'MultiPoint', coordinates: [] },
  ]);
  await runStatement(
    service,
    `insert into account (username, is_administrator) values ('tile-reader', false), ('tile-administrator', true)`,
  );
  const accounts = await queryColumn(
    service,
    `select account_id::text from account where username like 'tile-%' order by account_id`,
  );
  callers = [null, ...accounts.map(Number)];
});

afterAll(async () => service?.close());

const readTileJson = async (path = '/ogc/tiles') =>
  tileJsonSchema.parse(await service.fetchJson(`${path}/WebMercatorQuad?format=tilejson`));

async function listDifferences(situation: string) {
  const differences: unknown[] = [];
  for (const caller of callers) {
    const { extent } = await runQuery(service.stack.dataApi.read, listMapTileModels(caller));
    const [text = 'null'] = await queryColumn(
      service,
      `select case when count(*) > 0 then json_build_array(
  min(st_xmin(f.geometry)), min(st_ymin(f.geometry)), max(st_xmax(f.geometry)), max(st_ymax(f.geometry))
) else 'null' end::text
from feature f
join node n on n.node_id = f.node_id
join readable_nodegroup(${caller}) r on r.nodegroup_id = n.nodegroup_id
where f.map_cell is not null
  and f.resource_id in (select v.resource_id from visible_resource(${caller}) v)`,
    );
    const expected = boxSchema.parse(JSON.parse(text));
    if (JSON.stringify(extent) !== JSON.stringify(expected))
      differences.push({ situation, caller, extent, expected });
  }
  return differences;
}

/** A statement that gives a grant for the places at an edge of the world. */
const grantAtEdge = (
  holder: 'account_id' | 'account_group_id',
  rights: 'no_access' | 'can_view',
  condition: string,
): string => `insert into resource_grant (resource_id, ${holder}, ${rights})
select f.resource_id, ${holder === 'account_id' ? 'a.account_id' : 'g.account_group_id'}, true
from feature f
cross join account a
cross join account_group g
where a.username = 'tile-reader'
  and g.name = 'Guest'
  and ${condition}
on conflict do nothing`;

describe('the extent of a map', () => {
  it('is that of what each caller may see, after every change of grants and places', async () => {
    const differences = [...(await listDifferences('at first'))];
    const changes = [
      grantAtEdge('account_group_id', 'no_access', 'st_x(st_centroid(f.geometry)) > 170'),
      grantAtEdge('account_id', 'can_view', 'st_x(st_centroid(f.geometry)) > 170'),
      grantAtEdge('account_id', 'no_access', 'st_x(st_centroid(f.geometry)) < -170'),
      grantAtEdge('account_group_id', 'no_access', `geometrytype(f.geometry) = 'LINESTRING'`),
      'delete from resource_grant where no_access',
      `delete from tile t using feature f where f.tile_id = t.tile_id and st_x(st_centroid(f.geometry)) > 170`,
      grantAtEdge('account_group_id', 'no_access', 'true'),
      'delete from resource_grant',
    ];
    for (const change of changes) {
      await runStatement(service, change);
      differences.push(...(await listDifferences(change)));
    }
    expect(differences).toEqual([]);
  });

  it('shrinks at once when the record at its edge is closed, and grows when it is opened', async () => {
    const before = await readTileJson();
    await runStatement(
      service,
      grantAtEdge('account_group_id', 'no_access', 'st_xmin(f.geometry) < -170'),
    );
    const closed = await readTileJson();
    await runStatement(service, 'delete from resource_grant');
    expect([before.bounds[0], closed.bounds[0] ?? -180]).toEqual([
      -179.5,
      expect.toSatisfy((west) => west > -170),
    ]);
    expect(await readTileJson()).toEqual(before);
  });

  it('is unknown to a caller who may see nothing', async () => {
    const nodegroups = await queryColumn(
      service,
      `select distinct nodegroup_id::text from node where holds = 'geometry'`,
    );
    await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', nodegroups));
    const document = await readTileJson();
    await runStatement(service, 'delete from nodegroup_grant');
    expect(document.center).toBeUndefined();
    expect(document.bounds[0]).toBe(-180);
  });

  it('is also that of a collection with too many features to examine', async () => {
    await addPlaces(
      service,
      Array.from({ length: 5100 }, (_, index) => ({
        type: 'Point',
        coordinates: [index / 100, index / 200],
      })),
    );
    const { bounds } = await readTileJson('/ogc/collections/sites/tiles');
    expect(bounds.slice(0, 1)).toEqual([-179.5]);
    const { extent } = z
      .object({ extent: z.object({ spatial: z.object({ bbox: z.array(z.array(z.number())) }) }) })
      .parse(await service.fetchJson('/ogc/collections/sites'));
    expect(extent.spatial.bbox[0]?.[0]).toBe(-179.5);
  });
});
