import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { takeInTurn, triesAllCases } from '../../support/random/take-sample.ts';
import { runStatement } from '../../support/sample.ts';
import { neighbour, oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  plannedBy,
  problemOf,
  readRecord,
  sendForm,
  tileOf,
  type Mills,
} from './mills.ts';
import { parseStoredPlace } from './stored-place.ts';

// Geometries as the GIS clients of the existing platform send them to /api/node_value/.

const { place, geometry } = millNodes;

let mills: Mills;

beforeAll(async () => {
  mills = await openMills();
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const send = (
  data: string,
  fields: Readonly<Record<string, string>> = {},
  path = '/api/node_value/',
): Promise<Response> =>
  sendForm(mills.writers.reviewer, path, {
    nodeid: geometry,
    operation: 'create',
    data,
    ...fields,
  });

/** The geometries of the features that were stored, each as one text. */
async function geometriesIn(response: Response): Promise<readonly string[]> {
  const { features } = await parseStoredPlace(response);
  return features.map(
    ({ geometry: { type, coordinates } }) => `${type} ${JSON.stringify(coordinates)}`,
  );
}

const square = '(0 0,1 0,1 1,0 0)';
const squarePositions = '[[0,0],[1,0],[1,1],[0,0]]';

/** Geometries as they are sent, and the geometries of the features that the service makes of them. */
const acceptedGeometries: readonly (readonly [
  what: string,
  data: string,
  ...geometries: string[],
])[] = [
  ['WKT', 'POINT (1.5 52)', 'Point [1.5,52]'],
  ['keywords in mixed case without a space', 'Point(1.5 52)', 'Point [1.5,52]'],
  ['more digits than a double has', 'POINT (1.50000000000000001 52.0)', 'Point [1.5,52]'],
  ['EWKT in degrees', 'SRID=4326;POINT (1.5 52)', 'Point [1.5,52]'],
  [
    'EWKT in Web Mercator',
    'srid = 3857 ; LINESTRING Z (0 0 7, 20037508.342789244 0 8)',
    'LineString [[0,0,7],[180,0,8]]',
  ],
  [
    'a collection as QGIS writes it',
    `GEOMETRYCOLLECTION (Point (-1.5 51.5),MultiPolygon ((${square}),(${square})))`,
    'Point [-1.5,51.5]',
    `Polygon [${squarePositions}]`,
    `Polygon [${squarePositions}]`,
  ],
  [
    'collections in a collection',
    'GEOMETRYCOLLECTION (POINT (1 1),GEOMETRYCOLLECTION (POINT (2 2),GEOMETRYCOLLECTION (POINT (3 3))))',
    'Point [1,1]',
    'Point [2,2]',
    'Point [3,3]',
  ],
  [
    'empty members beside points',
    'GEOMETRYCOLLECTION (,Point (1 1),,POINT EMPTY,Point (2 2),)',
    'Point [1,1]',
    'Point [2,2]',
  ],
  ['several parts', 'MultiPoint ((1 1),(2 2),EMPTY)', 'Point [1,1]', 'Point [2,2]'],
  [
    'several lines',
    'MULTILINESTRING ((0 0,1 1),(2 2,3 3))',
    'LineString [[0,0],[1,1]]',
    'LineString [[2,2],[3,3]]',
  ],
  ['a height', 'PointZ (1 2 3)', 'Point [1,2,3]'],
  ['a height behind a space', 'Point Z (1 2 3)', 'Point [1,2,3]'],
  ['a measure, which is left out', 'PointM (1 2 3)', 'Point [1,2]'],
  ['a height and a measure', 'LineStringZM (0 0 1 nan, 1 1 2 9)', 'LineString [[0,0,1],[1,1,2]]'],
  ['an unknown height (NaN)', 'POINT Z (1 2 NaN)', 'Point [1,2]'],
  ['heights and measures without a tag', 'POINT (1 2 3 4)', 'Point [1,2,3]'],
  ['a point of ArcGIS', '{"x":1.5,"y":52,"spatialReference":{"wkid":4326}}', 'Point [1.5,52]'],
  [
    'geometries of ArcGIS separated by commas',
    `{"x":1,"y":2},{"rings":[[[0,0],[0,1],[1,1],[0,0]]]},{"paths":[[[0,0],[1,1]]]}`,
    'Point [1,2]',
    'Polygon [[[0,0],[1,1],[0,1],[0,0]]]',
    'LineString [[0,0],[1,1]]',
  ],
  ['geometries of ArcGIS in a list', '[{"x":1,"y":2},{"x":3,"y":4}]', 'Point [1,2]', 'Point [3,4]'],
  ['a multipoint of ArcGIS', '{"points":[[1,2],[3,4]]}', 'Point [1,2]', 'Point [3,4]'],
  [
    'rings of several polygons and a hole',
    '{"rings":[[[0,0],[0,9],[9,9],[9,0],[0,0]],[[2,2],[3,2],[3,3],[2,2]],[[20,0],[20,1],[21,1],[20,0]]]}',
    'Polygon [[[0,0],[9,0],[9,9],[0,9],[0,0]],[[2,2],[3,3],[3,2],[2,2]]]',
    'Polygon [[[20,0],[21,1],[20,1],[20,0]]]',
  ],
  [
    'heights of ArcGIS',
    '{"hasZ":true,"paths":[[[0,0,5],[1,1,6]]]}',
    'LineString [[0,0,5],[1,1,6]]',
  ],
  ['a height of a point of ArcGIS', '{"x":1,"y":2,"z":3,"m":4}', 'Point [1,2,3]'],
  [
    'measures of ArcGIS, which are left out',
    '{"hasM":true,"paths":[[[0,0,5],[1,1,null]]]},{"hasZ":true,"hasM":true,"points":[[1,2,3,4]]}',
    'LineString [[0,0],[1,1]]',
    'Point [1,2,3]',
  ],
  ['a height of a point with a measure', '{"x":1,"y":2,"z":3,"m":4,"hasM":true}', 'Point [1,2,3]'],
  [
    'GeoJSON with other members',
    '{"type":"Point","coordinates":[1,2],"x":3,"y":4,"rings":[]}',
    'Point [1,2]',
  ],
  ['an unknown height (NaN) of ArcGIS', '{"x":1,"y":2,"z":"NaN"}', 'Point [1,2]'],
  [
    'Web Mercator of ArcGIS',
    '{"points":[[20037508.342789244,0]],"spatialReference":{"wkid":102100,"latestWkid":3857}}',
    'Point [180,0]',
  ],
  ['an empty geometry of ArcGIS beside a point', '{"rings":[]},{"x":1,"y":2}', 'Point [1,2]'],
];

describe('a geometry as GIS clients send it', () => {
  it.each(acceptedGeometries)(
    'is stored as one feature for each part: %s',
    async (_what, data, ...geometries) => {
      const answer = await send(data, { tileid: '', resourceinstanceid: '' });
      expect([answer.status, await geometriesIn(answer)]).toEqual([200, geometries]);
    },
  );

  it('is answered with the ids of the tile, the nodegroup and the resource instance', async () => {
    const record = await parseStoredPlace(await send('Point (1 1)', { tileid: '' }));
    expect(record.nodegroup_id).toBe(place);
    const { tiles } = await readRecord(mills.writers.reviewer, record.resourceinstance_id);
    expect(tiles.map(({ tileid }) => tileid)).toEqual([record.tileid]);
  });

  it.runIf(triesAllCases)(
    'is answered with only these ids if the tile is too large for an answer',
    async () => {
      const { tileid, nodegroup_id } = tileOf(await readRecord(mills.writers.reviewer), place);
      await runStatement(
        mills.service,
        `update tile
set data = jsonb_set(data, '{${geometry},features,0,properties}', jsonb_build_object('note', repeat('x', 6500000)))
where tile_id = '${tileid}'`,
      );
      const answer = await send('Point (3 3)', { tileid, operation: 'append' });
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { tileid, nodegroup_id, resourceinstance_id: oldMill },
      ]);
    },
  );

  it('is added with operation=append, and replaces all stored geometries with create and replace', async () => {
    const { tileid } = tileOf(await readRecord(mills.writers.reviewer), place);
    const sendToTile = async (data: string, operation: string) =>
      geometriesIn(await send(data, { tileid, operation }));
    expect(await sendToTile('GEOMETRYCOLLECTION (Point (3 3))', 'append')).toEqual([
      'Point [1.5,52]',
      'Point [3,3]',
    ]);
    expect(await sendToTile('{"x":4,"y":4},{"x":5,"y":5}', 'append')).toHaveLength(4);
    expect(await sendToTile('GEOMETRYCOLLECTION (Point (3 3))', 'create')).toEqual(['Point [3,3]']);
    expect(await sendToTile('{"x":4,"y":4}', 'replace')).toEqual(['Point [4,4]']);
  });

  it('gets a different id for each feature, even if two geometries are equal', async () => {
    const answer = await send('GEOMETRYCOLLECTION (Point (1 1),Point (1 1))');
    const { features } = await parseStoredPlace(answer);
    expect(new Set(features.map(({ id }) => id)).size).toBe(2);
  });

  it('is stored as 1,000 features in two Data API calls', async () => {
    const members = Array.from({ length: 1000 }, (_, index) => `Point (${index / 10} 1)`);
    let answer: Response | undefined;
    const calls = await mills.service.countCalls(async () => {
      answer = await send(`GEOMETRYCOLLECTION (${members.join()})`);
    });
    expect([calls, answer && (await geometriesIn(answer)).length]).toEqual([2, 1000]);
  });
});

const curveProblem = /straight/;
const emptyProblem = /no geometry/;

/** Texts that are refused, and the detail of each error. */
const refusedGeometries: readonly (readonly [what: string, data: string, ...problems: RegExp[]])[] =
  [
    ['an empty collection', 'GEOMETRYCOLLECTION ()', emptyProblem],
    ['an empty collection by name', 'GEOMETRYCOLLECTION EMPTY', emptyProblem],
    ['a collection of empty members', 'GEOMETRYCOLLECTION (,POINT EMPTY)', emptyProblem],
    ['an empty point', 'POINT EMPTY', emptyProblem],
    ['an empty text', '', emptyProblem],
    ['null', 'null', emptyProblem],
    ['a collection without features', '{"type":"FeatureCollection","features":[]}', emptyProblem],
    [
      'a feature without a geometry',
      '{"type":"Feature","properties":{},"geometry":null}',
      emptyProblem,
    ],
    ['a line without positions', '{"type":"LineString","coordinates":[]}', emptyProblem],
    [
      'an empty collection of GeoJSON',
      '{"type":"GeometryCollection","geometries":[]}',
      emptyProblem,
    ],
    ['an empty geometry of ArcGIS', '{"rings":[]}', emptyProblem],
    ['an empty path of ArcGIS', '{"paths":[[]]}', emptyProblem],
    ['an empty point of ArcGIS', '{"x":null,"y":null}', emptyProblem],
    ['an empty point of ArcGIS, as NaN', '{"x":"NaN","y":"NaN"}', emptyProblem],
    ['an unsupported SRID', 'SRID=27700;POINT (1 1)', /27700.*4326.*3857/],
    ['an SRID of 0', 'SRID=0;POINT (1 1)', /4326/],
    [
      'an unsupported coordinate system of ArcGIS',
      '{"x":1,"y":1,"spatialReference":{"wkid":27700}}',
      /27700.*4326/,
    ],
    [
      'a coordinate system of ArcGIS without a number',
      '{"x":1,"y":1,"spatialReference":{"wkt":"PROJCS[\\"OSGB36\\"]"}}',
      /4326/,
    ],
    ['metres without an SRID', 'GEOMETRYCOLLECTION (Point (530000 180000))', /out of range/],
    ['a latitude over 90', 'POINT (0 91)', /latitude/],
    ['metres of ArcGIS without a coordinate system', '{"x":530000,"y":180000}', /out of range/],
    ['an infinite number', 'POINT (1e999 0)', /out of range/],
    ['infinite metres', 'SRID=3857;POINT (0 1e999)', /out of range/],
    ['a text instead of a number', 'POINT (nan 0)', /numbers/],
    [
      'curves',
      'CurvePolygon (CompoundCurve ((0 0,1 1),CircularString (1 1,2 0,0 0)))',
      curveProblem,
    ],
    [
      'curves among other geometries',
      'GEOMETRYCOLLECTION (POINT (1 1),CIRCULARSTRING Z (0 0 1,1 1 1,2 0 1))',
      curveProblem,
    ],
    ['curves of ArcGIS', '{"curveRings":[[[0,0],{"c":[[3,3],[1,4]]}]]}', curveProblem],
    [
      'curved paths of ArcGIS',
      '{"hasZ":true,"curvePaths":[[[0,0,1],{"a":[[3,3],[1,4]]}]]}',
      curveProblem,
    ],
    ['surfaces', 'TIN (((0 0,1 0,1 1,0 0)))', /geometry type/],
    ['an open ring', 'POLYGON ((0 0,1 0,1 1,0 1))', /ring is open/],
    ['an open ring of ArcGIS', '{"rings":[[[0,0],[0,1],[1,1],[1,0]]]}', /ring is open/],
    ['too few positions of a ring', 'POLYGON ((0 0,1 0,0 0))', /four positions/],
    [
      'too few positions of a ring of ArcGIS',
      '{"rings":[[[0,0],[0,1],[0,0]],[]]}',
      /four positions/,
    ],
    ['a line of one position', 'LINESTRING (0 0)', /two positions/],
    ['a line of one position of ArcGIS', '{"paths":[[[0,0]]]}', /two positions/],
    ['too many numbers', 'POINT (1 2 3 4 5)', /two to four numbers/],
    ['fewer numbers than the tag requires', 'POINT ZM (1 2 3)', /four numbers/],
    ['a text that is cut off', 'GEOMETRYCOLLECTION (POINT (1 1),', /cannot be read/],
    ['a number as a text of ArcGIS', '{"x":"1","y":2}', /ArcGIS/],
    ['an unknown object among geometries of ArcGIS', '{"x":1,"y":2},{"z":3}', /Geometry 2.*ArcGIS/],
    [
      'several errors in geometries of ArcGIS',
      '{"curveRings":[]},{"x":1,"y":1,"spatialReference":{"wkid":27700}},{"x":1,"y":2},{"points":7}',
      /Geometry 1.*straight/,
      /Geometry 2.*27700/,
      /Geometry 4.*ArcGIS/,
    ],
    [
      'several errors in WKT',
      'GEOMETRYCOLLECTION (LINESTRING (0 0),POINT (0 91))',
      /two positions/,
      /out of range/,
    ],
    ['10,000 nested collections', 'GEOMETRYCOLLECTION ('.repeat(10_000), /fewer collections/],
    ['4 million digits', `POINT (${'1'.repeat(4_000_000)}x 1)`, /cannot be read/],
  ];

describe('a geometry that cannot be stored', () => {
  it.each(
    refusedGeometries.map(([what, data, ...problems], turn) => ({ what, data, problems, turn })),
  )(
    'is refused with 422 and the detail of each error, and nothing is stored: $what',
    async ({ data, problems, turn }) => {
      const before = await mills.traces();
      const targets = [{}, { resourceinstanceid: oldMill, operation: 'append' }];
      for (const fields of takeInTurn(targets, turn, 1)) {
        const answer = await send(data, fields);
        const { errors } = await problemOf(answer);
        expect([answer.status, errors.map(({ detail }) => detail)]).toEqual([
          422,
          problems.map((problem) => expect.stringMatching(problem)),
        ]);
        for (const { pointer } of errors) expect(pointer).toMatch(/^\/data/);
      }
      expect(await mills.traces()).toBe(before);
    },
  );
});

describe('a write of a geometry as GIS clients send it', () => {
  const wkt = 'GEOMETRYCOLLECTION (Point (7 50),Point (8 51))';

  it('is only planned in a dry run', async () => {
    const before = await mills.traces();
    const answer = await send(wkt, {}, '/api/node_value/?dry_run=true');
    const planned = await plannedBy(answer);
    expect([planned.change, planned.created.length]).toEqual(['create', 1]);
    expect(await mills.traces()).toBe(before);
  });

  it('waits for a reviewer if its author is not a reviewer', async () => {
    const { author, reader } = mills.writers;
    const { tileid } = tileOf(await readRecord(author), place);
    const fields = { nodeid: geometry, tileid, data: wkt, operation: 'append' };
    const answer = await sendForm(author, '/api/node_value/', fields);
    expect(answer.status).toBe(200);
    const proposed = tileOf(await readRecord(author), place).provisionaledits?.[author.accountId];
    expect(JSON.stringify(proposed)).toContain('[8,51]');
    expect(JSON.stringify(await readRecord(reader))).not.toContain('[8,51]');
  });

  it('is stored once if it is repeated with its Idempotency-Key, even without a tile id', async () => {
    const { reviewer } = mills.writers;
    for (const fields of [{}, { resourceinstanceid: oldMill }, { resourceinstanceid: neighbour }]) {
      const body = new URLSearchParams({
        nodeid: geometry,
        data: wkt,
        operation: 'append',
        ...fields,
      }).toString();
      const sendWithKey = async () => {
        const response = await reviewer.sendRequest('POST', '/api/node_value/', body, {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': body,
        });
        return [response.status, z.unknown().parse(await response.json())];
      };
      const [status, first] = await sendWithKey();
      expect(status).toBe(200);
      expect(await sendWithKey()).toEqual([200, first]);
    }
  });

  it('is refused with 401 if the token is invalid, and nothing is stored', async () => {
    const before = await mills.traces();
    const answer = await mills.service.fetch('/api/node_value/', {
      method: 'POST',
      headers: { authorization: 'Bearer expired' },
      body: new URLSearchParams({ nodeid: geometry, data: wkt }),
    });
    expect([answer.status, await mills.traces()]).toEqual([401, before]);
  });
});
