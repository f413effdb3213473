import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  hasOgrinfo,
  listLayersWithOgrinfo,
  readLayersWithOgrinfo,
  type OgrLayer,
} from '../../../support/ogrinfo.ts';
import { skipWithoutNativeServer } from '../../../support/has-native-server.ts';
import {
  openDesktopClient,
  type DesktopClient,
} from '../../../support/spatial-views/desktop-client.ts';
import {
  evaluateExpectedRows,
  listExpectedViewNames,
} from '../../../support/spatial-views/expected-rows.ts';
import { siteNodes } from '../../../support/world/sites/site-model.ts';
import { readTables } from '../../../support/world/tables.ts';
import {
  viewAttributes,
  insertTestView,
  openSiteWorld,
  type SiteWorld,
} from '../../../support/world/sites/site-world.ts';
import { id } from '../../cli/import/graphs/example.ts';

const isSkipped = skipWithoutNativeServer();

describe.skipIf(isSkipped)('a desktop program as a member of heritage_reader', () => {
  let world: SiteWorld;
  let desktop: DesktopClient;

  beforeAll(async () => {
    world = await openSiteWorld();
    await world.openToReaders();
    await world.withSession('owner', (session) =>
      session.query('create schema layers', [], 60_000),
    );
    const attributes = viewAttributes(siteNodes.name, siteNodes.height, siteNodes.kinds);
    const views = [
      { id: id(9501), slug: 'sites', attributes },
      { id: id(9502), slug: 'sites_degrees', attributes, srid: 4326 },
      { id: id(9503), slug: 'parts', attributes, geometryNode: siteNodes.part, isMixed: true },
      { id: id(9504), slug: 'hidden', attributes, isActive: false },
    ];
    for (const view of views) {
      await world.service.stack.dataApi.write(insertTestView({ ...view, schema: 'layers' }));
    }
    desktop = await openDesktopClient(world);
  });

  afterAll(async () => {
    await desktop?.close();
    await world?.service.close();
  });

  it.skipIf(!hasOgrinfo)(
    'lists exactly the layers of active spatial views, with types, SRIDs, extents and counts',
    async () => {
      const layers = await readLayersWithOgrinfo(desktop.url, 'layers');
      const toSummary = ({ name, geometry, srid }: OgrLayer) => ({ name, geometry, srid });
      const layersByType = (slug: string, srid: number) => [
        { name: `${slug}_linestring`, geometry: 'Multi Line String', srid },
        { name: `${slug}_point`, geometry: 'Multi Point', srid },
        { name: `${slug}_polygon`, geometry: 'Multi Polygon', srid },
      ];
      expect(layers.map(toSummary)).toEqual(
        [
          { name: 'parts_mixed_geom', geometry: 'Unknown (any)', srid: 3857 },
          ...layersByType('sites_degrees', 4326),
          ...layersByType('sites', 3857),
        ].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      );
      const rows = evaluateExpectedRows(await world.withSession('owner', readTables));
      expect(layers.map(({ name, count }) => [name, count])).toEqual(
        layers.map(({ name }) => [name, rows.get(`layers.${name}`)?.length]),
      );
      for (const { name, extent, fields } of layers) {
        const {
          rows: [box],
        } = await desktop.client.query({
          text: `select st_xmin(e), st_ymin(e), st_xmax(e), st_ymax(e) from (select st_extent(geom) as e from layers.${name}) x`,
          rowMode: 'array',
        });
        const roundValue = (value: unknown): string => Number(value).toFixed(3);
        expect(extent?.map(roundValue)).toEqual(box?.map(roundValue));
        expect(fields).toEqual(
          expect.arrayContaining([
            'tileid',
            'nodeid',
            'resourceinstanceid',
            'name',
            'height',
            'kinds',
          ]),
        );
      }
    },
  );

  it.skipIf(!hasOgrinfo)(
    'lists exactly the layers of active spatial views if no schema is given',
    async () => {
      const stored = await world.withSession('owner', readTables);
      const names = stored.spatial_view
        .filter(({ is_active }) => is_active)
        .flatMap(listExpectedViewNames);
      expect(await listLayersWithOgrinfo(desktop.url)).toEqual(
        names.map((name) => `layers.${name}`).toSorted(),
      );
    },
  );

  it('may read the comments of the views', async () => {
    const { rows } = await desktop.client.query<{ description: string }>(
      `select d.description
from pg_class c
join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
where c.relname = 'sites_point'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('finds only the views in geometry_columns', async () => {
    const { rows } = await desktop.client.query<{ name: string }>(
      `select f_table_name as name from geometry_columns
where has_table_privilege(format('%I.%I', f_table_schema, f_table_name), 'select') order by 1`,
    );
    const stored = await world.withSession('owner', readTables);
    const names = stored.spatial_view
      .filter(({ is_active }) => is_active)
      .flatMap(listExpectedViewNames);
    expect(rows.map(({ name }) => name)).toEqual(names.toSorted());
  });

  it('may not become another role or a superuser', async () => {
    for (const statement of [
      'set role heritage_service',
      'set role heritage_owner',
      'set role postgres',
      'set session authorization postgres',
      'alter role current_user superuser',
      'alter role heritage_reader login',
      'grant heritage_service to current_user',
      "copy tile to program 'cat'",
      "copy (select 1) to '/tmp/spy'",
      "select pg_read_file('/etc/passwd')",
      'select * from pg_authid',
      'reset role; select * from tile',
    ]) {
      const refused = desktop.client.query(statement).then(
        () => 'done',
        (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
      );
      expect({ statement, code: await refused }).toEqual({
        statement,
        code: expect.stringMatching(/^(42501|0LP01)$/),
      });
    }
    await desktop.client.query('reset role');
  });

  it('does not see a row after its grant was removed, even in an open transaction', async () => {
    const count = async (): Promise<unknown> =>
      (await desktop.client.query('select count(*)::int as n from layers.sites_point')).rows[0];
    await desktop.client.query('begin');
    expect(await count()).not.toEqual({ n: 0 });
    await world.openToReaders(false);
    expect(await count()).toEqual({ n: 0 });
    await desktop.client.query('commit');
    await world.openToReaders();
  });
});
