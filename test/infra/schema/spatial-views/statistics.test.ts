import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { json, sql, uuid } from '../../../../lib/data-api/sql.ts';
import {
  callFunctionsOnRelations,
  type FunctionAnswers,
} from '../../../support/spatial-views/call-functions.ts';
import { siteNodegroups, siteNodes } from '../../../support/world/sites/site-model.ts';
import { plantedIds, storeSecrets } from '../../../support/world/sites/secrets.ts';
import { openSiteWorld, type SiteWorld } from '../../../support/world/sites/site-world.ts';
import { id } from '../../cli/import/graphs/example.ts';

let world: SiteWorld;
/** The answers of the functions before anything is added. */
let initialAnswers: FunctionAnswers;

beforeAll(async () => {
  world = await openSiteWorld();
  await storeSecrets(world);
  await analyze();
  initialAnswers = await callFunctions();
});

afterAll(async () => world?.service.close());

const analyze = () => world.withSession('owner', (session) => session.query('analyze', [], 60_000));

/** Adds hundreds of places to a site, far from all other places. */
async function addDistantPlaces(
  tile: string,
  resource: string,
  [east, north]: readonly [number, number],
): Promise<void> {
  const features = Array.from({ length: 500 }, (_, number) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [east + number / 1000, north] },
  }));
  const data = { [siteNodes.geometry]: { type: 'FeatureCollection', features } };
  await world.service.stack.dataApi
    .write(sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
values (${uuid(tile)}, ${uuid(resource)}, ${uuid(siteNodegroups.places)}, 0, ${json(data)})`);
}

const callFunctions = (): Promise<FunctionAnswers> =>
  world.withSession('reader', callFunctionsOnRelations);

/** The functions whose results differ. */
const listFunctionsWithOtherResults = (
  before: FunctionAnswers,
  after: FunctionAnswers,
): readonly string[] => [
  ...new Set(
    [...after]
      .filter(([call, answer]) => before.get(call) !== answer)
      .map(([call]) => call.split('(')[0] ?? call),
  ),
];

/** PostgreSQL shows the number of rows and bytes of each table, and the amount of logged data, to every role (docs/spatial-views.md). */
const readableByEveryRole = /^pg_(stat_get_\w+|\w+_size|logical_emit_message)$/;

describe('functions that a reader of spatial views may execute', () => {
  it('reveal no extent, number or name of closed data, or of deleted data that was open, with any arguments', async () => {
    expect(initialAnswers.size).toBeGreaterThan(10_000);
    await addDistantPlaces(id(8050), plantedIds.closed, [179, 89.5]);
    await addDistantPlaces(id(8051), plantedIds.open, [-179.9, -89.5]);
    await analyze();
    await world.service.stack.dataApi.write(
      sql`delete from tile where tile_id = ${uuid(id(8051))}`,
    );
    await analyze();
    const differingFunctions = listFunctionsWithOtherResults(initialAnswers, await callFunctions());
    expect(differingFunctions.filter((name) => !readableByEveryRole.test(name))).toEqual([]);
  });
});

describe('the owner of the tables', () => {
  it('is neither a superuser nor the owner of PostGIS, so it cannot revoke rights on PostGIS', async () => {
    const { rows } = await world.withSession('owner', (session) =>
      session.query(
        `select r.rolsuper::text, (e.extowner = r.oid)::text
from pg_roles r
cross join pg_extension e
where r.rolname = current_user
  and e.extname = 'postgis'`,
        [],
        60_000,
      ),
    );
    expect(rows).toEqual([['false', 'false']]);
  });
});

describe('a column of geometries', () => {
  it('has no statistics, and no index from which PostGIS derives the extent', async () => {
    const { rows } = await world.withSession('owner', (session) =>
      session.query(
        `select c.oid::regclass::text || '.' || a.attname
from pg_attribute a
join pg_catalog.pg_class c on c.oid = a.attrelid
where c.relkind in ('r', 'm', 'p')
  and c.relnamespace::regnamespace::text in ('public', 'spatial_layer')
  and a.atttypid = 'geometry'::regtype
  and (
    a.attstattarget is distinct from 0
    or exists (
      select
      from pg_index i
      join pg_catalog.pg_class x on x.oid = i.indexrelid
      join pg_am m on m.oid = x.relam
      where i.indrelid = c.oid
        and a.attnum = any (i.indkey)
        and m.amname <> 'spgist'
    )
  )`,
        [],
        60_000,
      ),
    );
    expect(rows).toEqual([]);
  });
});
