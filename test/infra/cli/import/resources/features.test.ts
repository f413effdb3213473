import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { PLACE } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { monument, monumentGraph, RELATION, resourceId, tile, tileId } from '../monuments.ts';

const point = (x: unknown, y: unknown) => ({ type: 'Point', coordinates: [x, y] });
const feature = (geometry: unknown, more = {}) => ({
  type: 'Feature',
  geometry,
  properties: {},
  ...more,
});
const monumentWithFeatures = (number: number, features: unknown) =>
  monument(number, [tile(number, PLACE, { [PLACE]: { type: 'FeatureCollection', features } })]);

describe('features of imported tiles', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  const readFeatures = (number: number, columns: string) =>
    workshop.rows(
      `select ${columns} from feature where tile_id = '${tileId(number)}' order by position`,
    );

  it('may have ids of any form, or no id', async () => {
    const longId = 'long'.repeat(60);
    const ids = [
      undefined,
      null,
      7,
      '7',
      '00112233445566778899aabbccddeeff',
      tileId(1),
      undefined,
      // These three ids must get other keys than the ids before.
      '',
      longId,
      createHash('md5').update(longId).digest('hex'),
    ];
    const { problems } = await workshop.importRecords([
      monumentWithFeatures(
        1,
        ids.map((id, index) => feature(point(index, 0), id === undefined ? {} : { id })),
      ),
    ]);
    expect(problems).toEqual([]);
    expect(await readFeatures(1, 'st_x(geometry)::text')).toEqual(
      ids.map((_id, index) => [String(index)]),
    );
  });

  it('are imported even with an invalid geometry', async () => {
    const broken = [
      null,
      point('east', 'north'),
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
      },
      { type: 'Circle', coordinates: [0, 0] },
      'here',
      { type: 'Point', coordinates: [] },
      { type: 'Point', coordinates: [1, 2, 300] },
    ];
    const { problems } = await workshop.importRecords([
      monumentWithFeatures(2, [
        ...broken.map((geometry) => feature(geometry)),
        feature(point(5, 6)),
        'no feature',
        null,
      ]),
    ]);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['null_geometry', 'warning'],
      ['invalid_position', 'warning'],
      ['ring_too_short', 'warning'],
      ['not_a_geometry', 'warning'],
    ]);
    const rows = await readFeatures(2, 'geometry_text::jsonb::text, st_astext(geometry)');
    expect(rows).toHaveLength(8);
    expect(rows.map(([text]): unknown => JSON.parse(String(text)))).toEqual([
      ...broken,
      point(5, 6),
    ]);
    expect([rows[0], rows[3], rows[4]].map((row) => row?.[1])).toEqual([null, null, null]);
    expect(rows.at(-1)?.[1]).toBe('POINT(5 6)');
    // The text keeps the height. The geometry drops the height, because it is for maps.
    expect(rows.at(-2)?.[1]).toBe('POINT(1 2)');
  });

  it.each([
    [null, []],
    [[], []],
    ['text', ['not_a_feature_collection']],
    [{}, ['not_a_feature_collection']],
  ])(
    'are absent if the member "features" is %j, which is no error and at most a warning',
    async (featureList, codes) => {
      const { problems } = await workshop.importRecords([monumentWithFeatures(3, featureList)]);
      expect(problems.map(({ code }) => code)).toEqual(codes);
      expect(await readFeatures(3, 'gid')).toEqual([]);
    },
  );

  const geometryCollection = { type: 'GeometryCollection', geometries: [point(1, 2), point(3, 4)] };
  it.each([
    ['a geometry', point(1, 2), 'POINT(1 2)'],
    ['a geometry with more digits than a number has', point('@', 2), 'POINT(1 2)'],
    ['a collection of geometries', geometryCollection, 'GEOMETRYCOLLECTION(POINT(1 2),POINT(3 4))'],
    ['an invalid geometry', { type: 'Circle', coordinates: [1, 2] }, null],
    ['a feature', feature(point(1, 2), { id: 'one', properties: { a: 1 } }), 'POINT(1 2)'],
    ['a feature without a geometry', feature(null), null],
  ])(
    'come from %s in place of a collection: the value is stored unchanged, with a warning',
    async (_, value, text) => {
      const written = JSON.stringify(value).replace('"@"', '1.00000000000000000001');
      const record = JSON.stringify(monument(5, [tile(5, PLACE, { [PLACE]: '@value' })]));
      const file = await workshop.file('bare.jsonl', record.replace('"@value"', written));
      const context = createTestContext(workshop.stack.dataApi);
      await importResources([file], context);
      expect(context.problems.map(({ code, severity }) => [code, severity])[0]).toEqual([
        'not_a_feature_collection',
        'warning',
      ]);
      const geometry = `coalesce(t.data -> '${PLACE}' -> 'geometry', t.data -> '${PLACE}')`;
      expect(
        await workshop.rows(`select
  t.data -> '${PLACE}' = '${written}'::jsonb,
  f.geometry_text = (${geometry})::text,
  f.geometry_type is not distinct from (${geometry}) ->> 'type',
  st_astext(f.geometry)
from tile t
join feature f on f.tile_id = t.tile_id
where t.tile_id = '${tileId(5)}'`),
      ).toEqual([[true, true, true, text]]);
    },
  );

  const openRing = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  it.each([
    ['a null geometry', null, 'null_geometry'],
    ['a feature without the member', undefined, 'null_geometry'],
    ['an open ring', { type: 'Polygon', coordinates: [openRing] }, 'open_ring'],
    ['an open ring among areas', { type: 'MultiPolygon', coordinates: [[openRing]] }, 'open_ring'],
    ['metres', point(500_000, 5_400_000), 'position_out_of_range'],
    ['a longitude beyond 180 degrees', point(180.7, 5), 'position_out_of_range'],
    ['a latitude beyond a pole', point(5, 90.5), 'position_out_of_range'],
    [
      'metres in a collection',
      { type: 'GeometryCollection', geometries: [point(1, 2), point(500_000, 1)] },
      'position_out_of_range',
    ],
  ])('that no map shows there get one warning for each kind: %s', async (_, geometry, code) => {
    const odd = { type: 'Feature', properties: {}, geometry };
    const { problems } = await workshop.importRecords([
      monumentWithFeatures(8, [feature(point(1, 2)), odd, odd]),
    ]);
    expect(problems.map((problem) => [problem.code, problem.severity])).toEqual([
      [code, 'warning'],
    ]);
    expect(problems[0]?.message).toContain('features/1');
  });

  it('may be geometries instead of features', async () => {
    await workshop.importRecords([
      monumentWithFeatures(6, [point(1, 2), feature(point(3, 4)), geometryCollection]),
    ]);
    expect(await readFeatures(6, 'st_astext(geometry)')).toEqual([
      ['POINT(1 2)'],
      ['POINT(3 4)'],
      ['GEOMETRYCOLLECTION(POINT(1 2),POINT(3 4))'],
    ]);
  });

  it('are absent if the value is not GeoJSON, with a warning', async () => {
    for (const value of ['POINT (1 2)', [point(1, 2)], 7, { x: 1, y: 2 }]) {
      const record = monument(7, [tile(7, PLACE, { [PLACE]: value })]);
      const { problems } = await workshop.importRecords([record]);
      expect(problems.map(({ code }) => code)).toEqual(['not_a_feature_collection']);
      expect(await readFeatures(7, 'gid')).toEqual([]);
    }
  });

  it('are the same after their tiles are stored again unchanged, and so are relations', async () => {
    const manyFeatures = Array.from({ length: 40 }, (_, place) =>
      feature(point(place, place), { id: String(place % 7) }),
    );
    const related = [{ resourceId: resourceId(61) }, { resourceId: resourceId(62) }];
    await workshop.importRecords([
      monumentWithFeatures(60, manyFeatures),
      monument(61, [tile(61, RELATION, { [RELATION]: related }), tile(610, PLACE, {})]),
    ]);
    const readDerivedRows = () =>
      Promise.all(
        ['feature', 'resource_relation'].map((table) =>
          workshop.rows(`select to_jsonb(t)::text from ${table} t order by 1`),
        ),
      );
    const before = await readDerivedRows();
    await workshop.stack.owner.write(rawSql('update tile set data = data'));
    expect(await readDerivedRows()).toEqual(before);
  });

  it('keep their gid when another feature of the tile is edited, added or removed', async () => {
    const firstFeature = feature(point(1, 1), { id: 'one' });
    const secondFeature = feature(point(2, 2), { id: 'two' });
    await workshop.importRecords([monumentWithFeatures(4, [firstFeature, secondFeature])]);
    const [, before] = await readFeatures(4, 'gid');
    await workshop.importRecords([
      monumentWithFeatures(4, [feature(point(9, 9), { id: 'one' }), secondFeature]),
    ]);
    expect((await readFeatures(4, 'gid'))[1]).toEqual(before);
    await workshop.importRecords([
      monumentWithFeatures(4, [secondFeature, feature(point(3, 3), { id: 'three' })]),
    ]);
    expect((await readFeatures(4, 'gid'))[0]).toEqual(before);
  });
});

describe('relations of imported tiles', () => {
  let workshop: Workshop;
  const monumentWithRelation = (number: number, value: unknown) =>
    monument(number, [tile(number, RELATION, { [RELATION]: value })]);

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  const readRelations = (number: number) =>
    workshop.rows(`select to_resource_id::text, relationship_type, inverse_relationship_type
from resource_relation
where from_resource_id = '${resourceId(number)}'
order by to_resource_id`);

  it.each([
    ['an id', resourceId(2), [[resourceId(2), null, null]]],
    [
      'an id in capitals',
      resourceId(2).replace('00000000', 'ABCDEF00'),
      [[resourceId(2).replace('00000000', 'abcdef00'), null, null]],
    ],
    [
      'a list of ids',
      [resourceId(2), resourceId(3)],
      [
        [resourceId(2), null, null],
        [resourceId(3), null, null],
      ],
    ],
    [
      'an object',
      { resourceId: resourceId(2), ontologyProperty: 'P1' },
      [[resourceId(2), 'P1', null]],
    ],
    [
      'a list of objects',
      [
        { resourceId: resourceId(2), ontologyProperty: 'P1', inverseOntologyProperty: 'P1i' },
        { resourceId: resourceId(3), ontologyProperty: '', inverseOntologyProperty: null },
      ],
      [
        [resourceId(2), 'P1', 'P1i'],
        [resourceId(3), null, null],
      ],
    ],
    ['null', null, []],
    ['an empty list', [], []],
    ['a list without ids', ['x', 7, {}, null], []],
  ])('are read from a value that is %s', async (_what, value, expected) => {
    expect((await workshop.importRecords([monumentWithRelation(1, value)])).problems).toEqual([]);
    expect(await readRelations(1)).toEqual(expected);
  });

  it('are replaced when the value changes, and removed with it', async () => {
    await workshop.importRecords([monumentWithRelation(4, [resourceId(2), resourceId(3)])]);
    await workshop.importRecords([monumentWithRelation(4, [resourceId(5)])]);
    expect(await readRelations(4)).toEqual([[resourceId(5), null, null]]);
    await workshop.importRecords([monumentWithRelation(4, null)]);
    expect(await readRelations(4)).toEqual([]);
  });
});
