import { stat } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasOgrinfo } from '../../../../support/ogrinfo.ts';
import { expectRowsOfTable } from './compare-with-csv.ts';
import { describeFile, readLayer, touchesBox } from './gdal.ts';
import { openTables, type Tables } from './open-tables.ts';
import { readMappingOf } from './read-table.ts';

let tables: Tables;
let file: string;

beforeAll(async () => {
  tables = await openTables();
  file = tables.inFolder('places.gpkg');
  await tables.exportTable('--output', file, '--headings', 'aliases');
});

afterAll(async () => tables?.service.close());

describe.runIf(hasOgrinfo)('hds export table --format gpkg', () => {
  it('is a GeoPackage with a table of records, and one for each nodegroup with several tiles', async () => {
    const text = await describeFile(file);
    const layers = [...text.matchAll(/^Layer name: (\S+)/gm)].map(([, name = '']) => name);
    const { tables: mapped } = await readMappingOf(file);
    expect(layers.toSorted()).toEqual(mapped.map(({ table }) => table).toSorted());
    expect(layers).toEqual(
      expect.arrayContaining([
        'heritage_place',
        'heritage_place_names',
        'heritage_place_dimension',
      ]),
    );
  });

  it('has the values of each record, typed', async () => {
    const features = await readLayer(file, 'heritage_place');
    const csv = await tables.exportTable('--headings', 'aliases');
    expect(expectRowsOfTable(features, csv)).toBeGreaterThan(1000);
    expect(features.some(({ properties }) => properties['world_heritage_is_part'] === true)).toBe(
      true,
    );
  });

  it.each(['names', 'dimension', 'web_page', 'spatial_extent', 'contribution_source'])(
    'has the values of each tile of a nodegroup, typed: %s',
    async (nodegroup) => {
      const features = await readLayer(file, `heritage_place_${nodegroup}`);
      const csv = await tables.exportTable('--headings', 'aliases', '--nodegroup', nodegroup);
      expect(expectRowsOfTable(features, csv)).toBeGreaterThan(0);
    },
  );

  it('has the geometries that are stored, with every digit of a double', async () => {
    const features = await readLayer(file, 'heritage_place_spatial_extent');
    const rows = await tables.service.rows(`select t.tile_id::text, f.geometry::text
from node n
join tile t on t.nodegroup_id = n.nodegroup_id
cross join lateral (
  select jsonb_path_query_first(t.data, '$.*.features[*].geometry') as geometry,
    jsonb_array_length(jsonb_path_query_array(t.data, '$.*.features[*]')) as number
) f
where n.alias = 'geometry'
  and f.number = 1`);
    const stored = rows.map(([tileId, geometry]): readonly [unknown, unknown] => [
      tileId,
      JSON.parse(String(geometry)),
    ]);
    const ids = new Set(rows.map(([tileId]) => String(tileId)));
    const read = features
      .map(({ properties, geometry }): readonly [unknown, unknown] => [
        properties['tileid'],
        geometry,
      ])
      .filter(([tileId]) => ids.has(String(tileId)));
    expect(new Map(read)).toEqual(new Map(stored));
    expect(stored.length).toBeGreaterThan(10);
  });

  it('finds by its index what is in a box', async () => {
    const box = [-10, 35, 20, 60] as const;
    const all = await readLayer(file, 'heritage_place');
    const matches = await readLayer(file, 'heritage_place', '-spat', ...box.map(String));
    const idsOf = (features: typeof matches) =>
      features.map(({ properties }) => String(properties['resourceid'])).toSorted();
    expect(matches.length).toBeGreaterThan(5);
    expect(idsOf(matches)).toEqual(idsOf(all.filter((feature) => touchesBox(feature, box))));
    expect(await describeFile(file)).toMatch(/Extent: \(-?\d/);
  });

  it('is readable by its owner only, and replaces a former file', async () => {
    await tables.exportTable('--output', file, '--headings', 'aliases');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each([
    [['--format', 'gpkg'], 'give --output'],
    [['--output', '/no/f.gpkg'], '/no/f.gpkg cannot be written'],
    [
      ['--format', 'gpkg', '--output', 'f', '--geometry', 'shape'],
      'There is no geometry node shape',
    ],
  ])('reports what is wrong: %s', async (options, message) => {
    const words = ['export', 'table', 'heritage-place', '--as', 'ann', ...options];
    const { code, error } = await tables.service.run(...words);
    expect([code, error]).toEqual([1, expect.stringContaining(message)]);
  });
});
