import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { asFeatureCollection } from '../../../../lib/model/datatypes/values/feature-collection.ts';
import { literal, type RdfProperty, type RdfValue } from '../../../../lib/rdf/terms.ts';
import { geosparql } from '../../../../lib/rdf/vocabulary.ts';
import {
  datatypeNode,
  createReadContext,
  normaliseContext,
  writeContext,
  validationContext,
} from './golden-world.ts';

const geojson = datatypeOf('geojson-feature-collection');
const node = datatypeNode({ config: {}, ontologyClass: null });

const point = { type: 'Point', coordinates: [1, 2] };
const line = {
  type: 'LineString',
  coordinates: [
    [1, 2],
    [3, 4],
  ],
};
const createFeature = (geometry: unknown, otherMembers: object = {}) => ({
  type: 'Feature',
  ...otherMembers,
  geometry,
});
const createCollection = (...features: readonly unknown[]) => ({
  type: 'FeatureCollection',
  features,
});

const readGeometry = (value: RdfValue, stored: unknown = null) =>
  geojson.linkedCodec.read([value], node, createReadContext(stored));

const geometryNode = (...literals: readonly (readonly [string, string])[]): RdfValue => ({
  kind: 'node',
  id: 'https://a.test/place',
  types: [],
  properties: literals.map(([predicate, text]): RdfProperty => ({
    predicate,
    values: [literal(text)],
  })),
});

describe('reading a geometry', () => {
  const storedCollection = createCollection(
    createFeature(point, { id: '1', properties: { name: 'mill' } }),
    createFeature(line, { id: '2', properties: {} }),
  );

  it('prefers GeoJSON to well-known text', () => {
    const text = JSON.stringify(createCollection(createFeature(line, { id: '1' })));
    const value = geometryNode([geosparql.asWkt, 'POINT (1 2)'], [geosparql.asGeoJson, text]);
    expect(readGeometry(value)).toEqual({
      kind: 'value',
      value: createCollection(createFeature(line, { id: '1' })),
    });
  });

  it('reads well-known text as one feature if there is no GeoJSON', () => {
    const value = createCollection(createFeature(point, { properties: {} }));
    expect(readGeometry(geometryNode([geosparql.asWkt, 'POINT (1 2)']))).toEqual({
      kind: 'value',
      value,
    });
    expect(readGeometry(literal('POINT (1 2)', geosparql.wktLiteral))).toEqual({
      kind: 'value',
      value,
    });
  });

  it('returns the stored value if its well-known text is equal', () => {
    const text = 'GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (1 2, 3 4))';
    expect(readGeometry(geometryNode([geosparql.asWkt, text]), storedCollection)).toEqual({
      kind: 'value',
      value: storedCollection,
    });
  });

  it('reads a plain literal as JSON, and keeps stored features with the same geometry', () => {
    const movedPoint = { type: 'Point', coordinates: [5, 6] };
    const text = JSON.stringify(createCollection(createFeature(movedPoint), createFeature(point)));
    expect(readGeometry(literal(text), storedCollection)).toEqual({
      kind: 'value',
      value: createCollection(createFeature(movedPoint), storedCollection.features[0]),
    });
  });

  it('keeps each stored feature once if several features have the same geometry', () => {
    const equalFeatures = createCollection(
      createFeature(point, { id: '1' }),
      createFeature(point, { id: '2' }),
    );
    const text = JSON.stringify(
      createCollection(createFeature(point), createFeature(point), createFeature(point)),
    );
    expect(readGeometry(literal(text), equalFeatures)).toEqual({
      kind: 'value',
      value: createCollection(...equalFeatures.features, createFeature(point)),
    });
  });

  it('accepts the GeoJSON of a geometry or a feature', () => {
    expect(readGeometry(literal(JSON.stringify(line), geosparql.geoJsonLiteral))).toEqual({
      kind: 'value',
      value: createCollection(createFeature(line, { properties: {} })),
    });
    const singleFeature = createFeature(line, { id: '1', properties: {} });
    expect(
      readGeometry(geometryNode([geosparql.asGeoJson, JSON.stringify(singleFeature)])),
    ).toEqual({
      kind: 'value',
      value: createCollection(singleFeature),
    });
  });

  it('reports missing, several and invalid geometries', () => {
    const wkt = [geosparql.asWkt, 'POINT (1 2)'] as const;
    expect(readGeometry(geometryNode())).toMatchObject({ kind: 'problem' });
    expect(readGeometry(geometryNode(wkt, wkt))).toMatchObject({ kind: 'problem' });
    expect(readGeometry(geometryNode([geosparql.asWkt, 'CIRCLE (1 2)']))).toMatchObject({
      kind: 'problem',
      message: expect.stringContaining('well-known text'),
    });
    const twoLiterals = [literal('a'), literal('b')];
    expect(geojson.linkedCodec.read(twoLiterals, node, createReadContext(null))).toMatchObject({
      kind: 'problem',
    });
  });
});

describe('writing a geometry', () => {
  const writeTexts = (...features: readonly unknown[]) => {
    const [term] = geojson.linkedCodec.write(createCollection(...features), node, writeContext);
    const properties = term?.kind === 'node' ? term.properties : [];
    return properties
      .filter(({ predicate }) => predicate === geosparql.asWkt)
      .flatMap(({ values }) => values.map((value) => value.kind === 'literal' && value.value));
  };

  it('skips features without a geometry', () => {
    expect(writeTexts(createFeature(null), createFeature(point))).toEqual(['POINT (1 2)']);
    expect(writeTexts(createFeature(null))).toEqual([]);
  });

  it('writes no well-known text if one geometry is invalid', () => {
    expect(
      writeTexts(createFeature(point), createFeature({ type: 'Point', coordinates: ['1'] })),
    ).toEqual([]);
  });
});

describe('a feature collection', () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];

  // Each entry has a geometry, and the code of its problem with the end of the pointer.
  const invalidGeometries: readonly (readonly [unknown, string])[] = [
    [undefined, 'not_a_geometry '],
    [{ type: 'Circle', coordinates: [1, 2] }, 'not_a_geometry '],
    [{ type: 'GeometryCollection', coordinates: [] }, 'not_a_geometry '],
    [{ type: 'Point' }, 'invalid_position /coordinates'],
    [{ type: 'Point', coordinates: [1] }, 'invalid_position /coordinates'],
    [{ type: 'Point', coordinates: [1, 2, 3, 4] }, 'invalid_position /coordinates'],
    [{ type: 'Point', coordinates: [1, null] }, 'invalid_position /coordinates'],
    [{ type: 'Point', coordinates: [180.1, 0] }, 'position_out_of_range /coordinates'],
    [
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [0, -91],
        ],
      },
      'position_out_of_range /coordinates/1',
    ],
    [{ type: 'LineString', coordinates: 'text' }, 'invalid_coordinates /coordinates'],
    [{ type: 'LineString', coordinates: [[1, 2]] }, 'line_too_short /coordinates'],
    [{ type: 'MultiLineString', coordinates: [square, [[1, 2]]] }, 'line_too_short /coordinates/1'],
    [{ type: 'Polygon', coordinates: [square.slice(1)] }, 'ring_too_short /coordinates/0'],
    [
      { type: 'MultiPolygon', coordinates: [[square, square.with(3, [9, 9])]] },
      'open_ring /coordinates/0/1',
    ],
    [
      { type: 'GeometryCollection', geometries: [point, { type: 'Point', coordinates: [0, 99] }] },
      'position_out_of_range /geometries/1/coordinates',
    ],
  ];
  for (const [geometry, expected] of invalidGeometries) {
    it(`is refused for ${JSON.stringify(geometry)}: ${expected}`, () => {
      const problems = geojson.validate(
        createCollection(createFeature(geometry)),
        node,
        validationContext,
      );
      const actualProblems = problems.map(({ code, pointer }) => `${code} ${pointer}`);
      expect(actualProblems).toEqual([expected.replace(' ', ' /features/0/geometry')]);
    });
  }

  it('may contain every geometry type, and features without a geometry', () => {
    const geometries = [
      null,
      point,
      line,
      { type: 'Point', coordinates: [] },
      { type: 'Point', coordinates: [-180, 90, 8848.86] },
      { type: 'MultiPoint', coordinates: [] },
      { type: 'MultiLineString', coordinates: [square] },
      { type: 'Polygon', coordinates: [square] },
      { type: 'MultiPolygon', coordinates: [[square]] },
      {
        type: 'GeometryCollection',
        geometries: [point, { type: 'GeometryCollection', geometries: [] }],
      },
    ];
    const value = createCollection(...geometries.map((geometry) => createFeature(geometry)));
    expect(geojson.validate(value, node, validationContext)).toEqual([]);
  });

  it('is refused if it is not a collection or if a member is not a feature', () => {
    const listProblems = (value: unknown) =>
      geojson.validate(value, node, validationContext).map(({ code, pointer }) => code + pointer);
    expect(listProblems(12)).toEqual(['not_a_feature_collection']);
    expect(listProblems('text')).toEqual(['not_a_feature_collection']);
    expect(listProblems({ type: 'FeatureCollection' })).toEqual(['not_a_feature_collection']);
    expect(listProblems(createCollection(point, null))).toEqual([
      'not_a_feature/features/0',
      'not_a_feature/features/1',
    ]);
  });

  it('gets missing ids and properties when it is normalised, and keeps its geometries unchanged', () => {
    const multiPoint = { type: 'MultiPoint', coordinates: [[1, 2]] };
    const value = createCollection(
      createFeature(multiPoint),
      createFeature(point, { id: 0, properties: null }),
      'text',
    );
    expect(geojson.normalise(value, node, normaliseContext())).toEqual(
      createCollection(
        createFeature(multiPoint, { id: '00000000-0000-4000-8000-000000000001', properties: {} }),
        createFeature(point, { id: 0, properties: null }),
        'text',
      ),
    );
  });

  it('gets the ids of equal stored features when it is normalised, each once', () => {
    const stored = createCollection(
      createFeature(point, { id: 'first', properties: {} }),
      createFeature(point, { id: 'second', properties: {} }),
      createFeature(point, { id: 'own', properties: {} }),
      createFeature(line, { id: 'line', properties: { name: 'mill' } }),
    );
    const value = createCollection(
      createFeature(line),
      createFeature(line, { properties: { name: 'mill' } }),
      createFeature(point, { id: 'own', properties: {} }),
      ...Array.from({ length: 3 }, () => createFeature(point)),
    );
    const normalised = geojson.normalise(value, node, { ...normaliseContext(), stored });
    const ids = asFeatureCollection(normalised)?.features.map((feature) => Object(feature).id);
    const [newId, otherNewId] = [1, 2].map((last) => `00000000-0000-4000-8000-00000000000${last}`);
    expect(ids).toEqual([newId, 'line', 'own', 'first', 'second', otherNewId]);
  });
});
