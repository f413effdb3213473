import { describe, expect, it } from 'vitest';

import {
  defaultFeatureQuery,
  type FeatureQuery,
} from '../../../../lib/model/geojson/feature-query.ts';
import { parseFeatureLines } from '../../../../lib/queries/geojson/parse-feature-chunk.ts';
import { writeFeatures } from '../../../../lib/serializers/geojson/write-features.ts';

const ids = {
  resource: crypto.randomUUID(),
  tile: crypto.randomUUID(),
  node: crypto.randomUUID(),
  feature: crypto.randomUUID(),
};
const geometryNode = `g${ids.node}`;
const node = (nodeId: string, propertyName: string, datatype = 'string', config = {}): string =>
  `n${JSON.stringify({ nodeId, nodegroupPosition: 1, propertyName, datatype, config })}`;
/** The values of a tile, as PostgreSQL writes jsonb. */
const values = (data: string, sortOrder = 0, tileId: string = ids.tile): string =>
  `v1\t${sortOrder}\t${tileId}${data}`;
const feature = (
  properties = '{}',
  geometry = '{"type": "Point", "coordinates": [1.10, 2]}',
  id = '',
): string => `f${ids.resource}${ids.tile}1\t${id}\t${properties}\t${geometry}`;

function written(lines: readonly string[], options: Partial<FeatureQuery> = {}) {
  const parsedLines = parseFeatureLines([geometryNode, ...lines]);
  const query = { ...defaultFeatureQuery, ...options };
  const texts = Array.from(
    writeFeatures(parsedLines, query, 'http://localhost:3000'),
    (text) => `{"type":"Feature"${text}`,
  );
  return { text: texts.join('\n'), features: texts.map((text) => JSON.parse(text)) };
}

describe('features', () => {
  it('are empty without matches', () => {
    expect(written([]).features).toEqual([]);
  });

  it('have their stored geometries with every digit', () => {
    expect(written([feature()]).text).toContain(
      '"geometry":{"type": "Point", "coordinates": [1.10, 2]}',
    );
  });

  it('have the ids of resource instance, tile and node', () => {
    expect(written([feature()]).features[0].properties).toEqual({
      resourceinstanceid: ids.resource,
      tileid: ids.tile,
      nodeid: ids.node,
    });
  });

  it('keep their stored properties except the node id of drawing tools', () => {
    const { features } = written([feature('{"colour": "red", "nodeId": "g1"}')]);
    expect(features[0].properties).toMatchObject({ colour: 'red' });
    expect(features[0].properties).not.toHaveProperty('nodeId');
  });

  it('have values under node names, and join values of the same name', () => {
    const lines = [
      node('a', 'name'),
      node('b', 'name'),
      values('{"a": "Old Mill", "b": "Mill House"}'),
      feature(),
    ];
    expect(written(lines).features[0].properties.name).toEqual(['Old Mill', 'Mill House']);
  });

  it.each([{ useDisplayValues: true }, { fieldNameLength: 10 }])(
    'join values of the same name in one text with an option for tables: %o',
    (options) => {
      const lines = [
        node('a', 'name'),
        node('b', 'name'),
        values('{"a": "Old Mill", "b": "Mill House"}'),
        feature('{"name": "Mill"}'),
      ];
      const { features } = written(lines, options);
      expect(features[0].properties.name).toBe('Mill, Old Mill, Mill House');
    },
  );

  it('join the values of several tiles in order, and keep lists', () => {
    const [first = '', second = ''] = [crypto.randomUUID(), crypto.randomUUID()].toSorted();
    const lines = [
      node('a', 'kinds'),
      values('{"a": "z"}', 1),
      values('{"a": "y"}', 0, second),
      values('{"a": ["x"]}', 0, first),
      feature(),
    ];
    expect(written(lines).features[0].properties.kinds).toEqual([['x'], 'y', 'z']);
  });

  it('join values with a stored property of the same name', () => {
    const lines = [node('a', 'colour'), values('{"a": "blue"}'), feature('{"colour": "red"}')];
    expect(written(lines).features[0].properties.colour).toEqual(['red', 'blue']);
  });

  it('omit null', () => {
    const lines = [node('a', 'name'), values('{"a": null}'), feature()];
    expect(written(lines).features[0].properties).not.toHaveProperty('name');
  });

  it.each(['tileid', 'resourceinstanceid', 'nodeid', 'primary_name', 'geojson'])(
    'have node values and stored properties named %s under that name with the suffix _1',
    (name) => {
      const lines = [
        node('a', name),
        values('{"a": "of a node"}'),
        feature(`{"${name}": "stored"}`),
      ];
      const { properties } = written(lines, { includePrimaryName: true }).features[0];
      expect(properties[`${name}_1`]).toEqual(['stored', 'of a node']);
      expect(properties.tileid).toBe(ids.tile);
    },
  );

  it('join names that become equal by shortening', () => {
    const lines = [
      node('a', 'height_1'),
      node('b', 'height_2'),
      values('{"a": 1, "b": 2}'),
      feature(),
    ];
    expect(written(lines, { fieldNameLength: 6 }).features[0].properties.height).toBe('1, 2');
  });

  it('keep only the requested properties, and the reserved ones', () => {
    const lines = [
      node('a', 'name'),
      node('b', 'height'),
      values('{"a": "Old Mill", "b": 2}'),
      feature('{"colour": "red", "kind": "mill"}'),
    ];
    const { properties } = written(lines, { properties: ['height', 'kind'] }).features[0];
    expect(Object.keys(properties)).toEqual([
      'kind',
      'height',
      'resourceinstanceid',
      'tileid',
      'nodeid',
    ]);
  });

  it('name properties by node id on request', () => {
    const lines = [node('a', 'name'), values('{"a": "Old Mill"}'), feature()];
    expect(written(lines, { useUuidNames: true }).features[0].properties.a).toBe('Old Mill');
  });

  it('use the node id if no property name can be derived', () => {
    const lines = [node('a', ''), values('{"a": "x"}'), feature()];
    expect(written(lines).features[0].properties.a).toBe('x');
  });

  it('have numbers of values with every digit', () => {
    const lines = [node('a', 'n'), values('{"a": 12345678901234567890.10}'), feature()];
    expect(written(lines).text).toContain('"n":12345678901234567890.10');
  });

  it('display values on request in the requested language', () => {
    const label = `l${JSON.stringify({ valueId: 'v1', conceptId: 'c1', text: 'mill', labels: { en: 'mill', fr: 'moulin' } })}`;
    const lines = [node('a', 'kind', 'concept'), label, values('{"a": "v1"}'), feature()];
    const { features } = written(lines, { useDisplayValues: true, languages: ['fr', 'en-US'] });
    expect(features[0].properties.kind).toBe('moulin');
  });

  it('omit a value whose text the caller may not see', () => {
    const lines = [
      node('a', 'owner', 'resource-instance'),
      values(`{"a": [{"resourceId": "${crypto.randomUUID()}"}]}`),
      feature(),
    ];
    const { features } = written(lines, { useDisplayValues: true });
    expect(features[0].properties).not.toHaveProperty('owner');
  });

  it('have the primary name, or null if there is none', () => {
    const name = `r${ids.resource}{"en-US": "Old Mill"}`;
    const named = written([name, feature()], { includePrimaryName: true });
    expect(named.features[0].properties.primary_name).toBe('Old Mill');
    const unnamed = written([feature()], { includePrimaryName: true });
    expect(unnamed.features[0].properties.primary_name).toBeNull();
  });

  it('have a link to themselves', () => {
    const { features } = written([feature('{}', undefined, ids.feature)], {
      includeGeojsonLink: true,
    });
    expect(features[0].properties.geojson).toBe(
      `http://localhost:3000/geojson?tileid=${ids.tile}&nodeid=${ids.node}&feature=${ids.feature}`,
    );
    expect(features[0]).not.toHaveProperty('id');
  });

  it('have rounded coordinates on request', () => {
    expect(written([feature()], { precision: 0 }).features[0].geometry.coordinates).toEqual([1, 2]);
  });

  it('may be without a geometry', () => {
    expect(written([feature('{}', 'null')]).features[0].geometry).toBeNull();
  });
});
