import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTableFile } from '../../../../../../infra/cli/import/tables/open-table-file.ts';
import type { FileRow } from '../../../../../../infra/cli/import/tables/table-cell.ts';
import { hasOgrinfo } from '../../../../../support/ogrinfo.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-tables-'));
});

afterAll(async () => rm(folder, { recursive: true }));

const options = { encoding: undefined, knownHeading: 'ref' };

async function readTable(name: string): Promise<{
  readonly headings: readonly string[];
  readonly crs: string | undefined;
  readonly rows: readonly FileRow[];
}> {
  const { tables, close } = await openTableFile(path.join(folder, name), options);
  try {
    const [table] = tables;
    if (table === undefined) throw new Error('There is no table.');
    return { ...table, rows: await Array.fromAsync(table.readRows()) };
  } finally {
    close();
  }
}

const geometries = [
  { type: 'Point', coordinates: [1.5, 2.25, 3] },
  {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [1, 1],
        [9, 1],
        [9, 9],
        [1, 1],
      ],
      [
        [2, 1.5],
        [3, 1.5],
        [3, 2],
        [2, 1.5],
      ],
    ],
  },
  {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [5, 6],
        [7, 8],
      ],
    ],
  },
  {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [1, 1],
          [9, 1],
          [9, 9],
          [1, 1],
        ],
      ],
      [
        [
          [21, 1],
          [29, 1],
          [29, 9],
          [21, 1],
        ],
      ],
    ],
  },
  {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 2] },
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
  },
];

const collection = {
  type: 'FeatureCollection',
  features: geometries.map((geometry, index) => ({
    type: 'Feature',
    properties: { ref: `S${index}`, height: index + 0.5, count: index, listed: index % 2 === 0 },
    geometry,
  })),
};

/** What each format must have of the collection. */
const expected = collection.features.map(({ properties, geometry }) => [
  properties.ref,
  String(properties.height),
  String(properties.count),
  String(properties.listed),
  JSON.stringify(geometry),
]);

/** The cells of rows in the order of the collection, in which booleans may be numbers. */
const cellsOf = (rows: readonly FileRow[]): readonly (readonly string[])[] =>
  rows
    .map(({ cells }) =>
      cells.map((cell) =>
        typeof cell === 'string'
          ? cell
          : cell.kind === 'geometry'
            ? JSON.stringify(cell.geometry)
            : cell.code,
      ),
    )
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));

const ordered = ['ref', 'height', 'count', 'listed'];

describe('features', () => {
  beforeAll(async () => writeFile(path.join(folder, 'sites.geojson'), JSON.stringify(collection)));

  it('are read from GeoJSON', async () => {
    const { headings, rows } = await readTable('sites.geojson');
    expect(headings).toEqual([...ordered, 'geom']);
    expect(cellsOf(rows)).toEqual(expected);
  });

  it.runIf(hasOgrinfo).each(['fgb', 'gpkg'])(
    'are read from what ogr2ogr writes of every kind of geometry: %s',
    async (extension) => {
      const target = path.join(folder, `sites.${extension}`);
      await run('ogr2ogr', ['-dim', 'XYZ', target, path.join(folder, 'sites.geojson')]);
      const { headings, rows, crs } = await readTable(`sites.${extension}`);
      expect(crs).toBe('EPSG:4326');
      const positions = [...ordered, 'geom'].map((heading) => headings.indexOf(heading));
      const cells = rows.map((row) => ({
        ...row,
        cells: positions.map((at) => row.cells[at] ?? ''),
      }));
      // All geometries of a layer have a height if one has it.
      const flat = (text: string): string => text.replaceAll(/,0(?=\])/g, '');
      expect(cellsOf(cells).map((row) => row.map(flat))).toEqual(
        expected.map((row) => row.map(flat)),
      );
    },
  );

  it.runIf(hasOgrinfo)('have the reference system of the file', async () => {
    const target = path.join(folder, 'grid.gpkg');
    await run('ogr2ogr', ['-a_srs', 'EPSG:27700', target, path.join(folder, 'sites.geojson')]);
    expect((await readTable('grid.gpkg')).crs).toBe('EPSG:27700');
  });

  it.runIf(hasOgrinfo).each(['fgb', 'gpkg', 'geojson'])(
    'are refused if the file is cut off: %s',
    async (extension) => {
      const source = path.join(folder, `sites.${extension}`);
      const target = path.join(folder, `short.${extension}`);
      const content = await readFile(source);
      await writeFile(target, content);
      await truncate(target, Math.floor(content.length * 0.6));
      await expect(readTable(`short.${extension}`)).rejects.toMatchObject({
        code: expect.stringMatching(/^malformed_/),
      });
    },
  );

  it.each([
    ['other.fgb', 'no features', 'malformed_fgb'],
    ['other.gpkg', 'no database', 'malformed_gpkg'],
    ['other.geojson', '{"type": "Topology"}', 'no_records'],
    ['none.geojson', '{"features": [{"type": "Point"}]}', 'not_a_feature_collection'],
    ['other.dbf', '', 'unknown_format'],
    ['empty.csv', '', 'empty_file'],
    ['packed.csv', Buffer.from([0x50, 0x4b, 3, 4, 0]), 'other_format'],
  ])('are refused if the file is something else: %s', async (name, content, code) => {
    await writeFile(path.join(folder, name), content);
    await expect(readTable(name)).rejects.toMatchObject({ code });
  });
});
