import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../../infra/local/database/database.ts';
import { openEmbeddedDatabase } from '../../support/database/embedded.ts';
import { openDatabase } from '../../support/database/open.ts';

/*
 * Each spatial function that the service calls gives the same for odd geometries on the embedded database and on the other one (a native
 * server, if there is one). On the embedded database a failure inside of PostGIS ends a statement without an error and without rows.
 */

const circle = (corners: number, radius: number, [x, y]: readonly [number, number]): string =>
  `(${Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * (corner % corners)) / corners;
    return `${(x + radius * Math.cos(angle)).toFixed(6)} ${(y + radius * Math.sin(angle)).toFixed(6)}`;
  }).join(',')})`;

const grid = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, index) => [
    -20 + (index % 100) * 0.4,
    -20 + Math.floor(index / 100) * 0.4,
  ]);

const oddGeometries: Readonly<Record<string, string>> = {
  'a ring there and back': 'POLYGON((48 0,48 1,48 2,48 0))',
  'a flat ring': 'POLYGON((-5 1,5 1,-5 1,-5 1))',
  'a ring there and back with a spike': 'POLYGON((-5 1,5 1,5 2,5 1,-5 1))',
  'a ring of one point': 'POLYGON((1 1,1 1,1 1,1 1))',
  'a bowtie': 'POLYGON((0 0,10 10,10 0,0 10,0 0))',
  'a bowtie across 180 degrees': 'POLYGON((170 0,190 10,190 0,170 10,170 0))',
  'a spike': 'POLYGON((0 0,10 0,10 10,5 10,5 20,5 10,0 10,0 0))',
  'a spike into the box': 'POLYGON((10 0,20 0,20 3,10 3,10 1,-5 1,10 1,10 0))',
  'a collapsed hole': 'POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,2 1,1 1,1 1))',
  'a hole outside': 'POLYGON((0 0,2 0,2 2,0 2,0 0),(5 5,6 5,6 6,5 5))',
  'overlapping areas': 'MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((5 5,15 5,15 15,5 15,5 5)))',
  'an area and a flat one': 'MULTIPOLYGON(((-5 1,5 1,-5 1,-5 1)),((-5 1,5 1,5 2,-5 2,-5 1)))',
  'a flat area across 180 degrees': 'POLYGON((170 1,190 1,170 1,170 1))',
  'an empty part': 'MULTIPOLYGON(EMPTY,((0 0,1 0,1 1,0 0)))',
  'an empty point among points': 'MULTIPOINT(EMPTY,1 1)',
  'an empty area': 'POLYGON EMPTY',
  'an empty point': 'POINT EMPTY',
  'an empty collection': 'GEOMETRYCOLLECTION EMPTY',
  'a line of one point': 'LINESTRING(1 1,1 1)',
  'a collection with a flat area':
    'GEOMETRYCOLLECTION(POINT(1 1),POLYGON((48 0,48 1,48 2,48 0)),LINESTRING(0 0,20 20))',
  'a collection in a collection': 'GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(1 1)))',
  'everything twice around the world': 'POLYGON((-400 -80,400 -80,400 80,-400 80,-400 -80))',
  metres: 'POINT(500000 5400000)',
  '10,000 rings': `POLYGON(${[circle(40, 60, [0, 0]), ...grid(9999).map((centre) => circle(6, 0.1, centre))].join(',')})`,
  '10,000 areas beside each other': `MULTIPOLYGON(${grid(10_000)
    .map((centre) => `(${circle(4, 0.1, centre)})`)
    .join(',')})`,
};

const box = (west: number, south: number, east: number, north: number): string =>
  `st_makeenvelope(${west}, ${south}, ${east}, ${north}, 4326)`;

/** Bounds of a mobile project, as they are stored: a valid area. */
const bounds = `st_geomfromtext('MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((47 0.5,49 0,49 1,47 0.5)))', 4326)`;

/** The calls, as the service makes them, of a geometry `g`. */
const calls: Readonly<Record<string, string>> = {
  'a condition on a box': `st_intersects(coalesce(world_geometry(g), g), ${box(-1, -1, 3, 3)})`,
  'a condition on a box on an edge': `st_intersects(coalesce(world_geometry(g), g), ${box(48, 0, 49, 2)})`,
  'a condition on a narrow box': `st_intersects(coalesce(world_geometry(g), g), ${box(7 - 1e-12, 0, 7 + 1e-12, 20)})`,
  'a condition on a box at 180 degrees': `st_intersects(coalesce(world_geometry(g), g), ${box(-180, -9, -175, 9)})`,
  'a condition on the bounds of a project': `meets_area(coalesce(world_geometry(g), g), ${bounds})`,
  'its place in the world': 'st_astext(world_geometry(g), 6)',
  'whether it is nowhere': 'is_nowhere(world_geometry(g))',
  'its cell of the map': 'map_cell(g)',
  'its kind': 'geometry_kind(g)',
  'its shape on a tile of the world': 'map_shape(g, 0, 0, 0)',
  'its shape on a tile inside': 'map_shape(g, 6, 32, 31)',
  'its shape on a tile in the east': 'map_shape(g, 7, 81, 63)',
  'its shape on a small tile': 'map_shape(g, 12, 2059, 2036)',
  'its extent':
    'concat_ws($$ $$, st_xmin(coalesce(world_geometry(g), g)), st_ymin(coalesce(world_geometry(g), g)), st_xmax(coalesce(world_geometry(g), g)), st_ymax(coalesce(world_geometry(g), g)))',
  'its extent with others':
    '(select st_astext(st_extent(e.g::box2d::geometry)) from (values (g)) e (g))',
  'its row in a view of degrees':
    'st_astext(st_multi(spatial_layer.to_srid(spatial_layer.shown_geometry(g, world_geometry(g)), 4326)), 6)',
  'its row in a view of metres':
    'st_astext(st_multi(spatial_layer.to_srid(spatial_layer.shown_geometry(g, world_geometry(g)), 3857)), 0)',
};

let embedded: Database;
let other: Database;

beforeAll(async () => {
  [embedded, other] = await Promise.all([openEmbeddedDatabase('empty'), openDatabase('empty')]);
});

afterAll(async () => {
  await embedded?.close();
  await other?.close();
});

/** Evaluates all calls in one statement. Without a row, one of them has ended the statement. */
async function evaluate(database: Database, wellKnownText: string): Promise<readonly unknown[]> {
  const session = await database.borrowSession('owner');
  try {
    const { rows } = await session.query(
      `select ${Object.values(calls)
        .map((call) => `(${call})::text`)
        .join(', ')} from (select st_geomfromtext($1, 4326) as g offset 0) s`,
      [{ typeId: 25, value: wellKnownText }],
      120_000,
    );
    const names = Object.keys(calls);
    return rows.flatMap((row) => row.map((value, index) => [names[index], shorten(value)]));
  } finally {
    await session.release();
  }
}

/** A long text differs by its length and its ends, so that a failing test prints little. */
const shorten = (text: string | null | undefined): unknown =>
  text === null || text === undefined || text.length < 300
    ? text
    : [text.length, text.slice(0, 100), text.slice(-100)];

describe('what the service computes of an odd geometry is the same on both databases', () => {
  it.each(Object.keys(oddGeometries))('%s', async (name) => {
    const wellKnownText = oddGeometries[name] ?? '';
    const results = await evaluate(embedded, wellKnownText);
    expect(results).toHaveLength(Object.keys(calls).length);
    expect(results).toEqual(await evaluate(other, wellKnownText));
  });
});

describe('the spatial functions that the service calls', () => {
  it('are none that fails for some geometries, in other words none that computes with areas of any shape', async () => {
    const failing = ['st_clipbybox2d', 'st_intersection', 'st_union', 'st_difference', 'st_buffer'];
    const callers = await findCalls(failing);
    // It is called for valid areas only.
    expect(callers).toEqual(['infra/schema/features/world-geometries.sql: st_intersection']);
  });
});

async function findCalls(names: readonly string[]): Promise<readonly string[]> {
  const root = path.resolve(import.meta.dirname, '../../..');
  const files = (
    await Promise.all(
      ['infra/schema', 'infra/cli', 'lib'].map(async (folder) =>
        (await readdir(path.join(root, folder), { recursive: true })).map((name) =>
          path.join(folder, name),
        ),
      ),
    )
  )
    .flat()
    .filter((name) => /\.(?:sql|ts)$/.test(name) && !name.includes('migrations'));
  const found = await Promise.all(
    files.map(async (name) => {
      const text = (await readFile(path.join(root, name), 'utf8')).replaceAll(/--.*$/gm, '');
      return names
        .filter((called) => text.includes(`${called}(`))
        .map((called) => `${name}: ${called}`);
    }),
  );
  return found.flat().toSorted();
}
