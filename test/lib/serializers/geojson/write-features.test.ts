import { describe, expect, it } from 'vitest';

import {
  defaultFeatureQuery,
  type FeatureQuery,
} from '../../../../lib/model/geojson/feature-query.ts';
import { parseChunkLines } from '../../../../lib/queries/geojson/parse-chunk.ts';
import { writeFeatures } from '../../../../lib/serializers/geojson/write-features.ts';

const ids = {
  resource: crypto.randomUUID(),
  tile: crypto.randomUUID(),
  node: crypto.randomUUID(),
  feature: crypto.randomUUID(),
};
const geometryNodeLine = `g${ids.node}`;
const createNodeLine = (
  nodeId: string,
  propertyName: string,
  datatype = 'string',
  config = {},
): string => `n${JSON.stringify({ nodeId, nodegroupPosition: 1, propertyName, datatype, config })}`;
/** The values of a tile, as PostgreSQL writes jsonb. */
const createTileLine = (
  data: string,
  sortOrder = 0,
  tileId: string = ids.tile,
  position = 0,
): string => `v1\t${sortOrder}\t${position}\t${tileId}${data}`;
const createFeatureLine = (
  properties = '{}',
  geometry = '{"type": "Point", "coordinates": [1.10, 2]}',
  id = '',
): string => `f${ids.resource}${ids.tile}1\t${id}\t${properties}\t${geometry}`;

function writeLines(lines: readonly string[], options: Partial<FeatureQuery> = {}) {
  const parsedLines = parseChunkLines([geometryNodeLine, ...lines]);
  const query = { ...defaultFeatureQuery, ...options };
  const texts = Array.from(
    writeFeatures(parsedLines, query, 'http://localhost:3000'),
    (text) => `{"type":"Feature"${text}`,
  );
  return { text: texts.join('\n'), features: texts.map((text) => JSON.parse(text)) };
}

describe('features', () => {
  it('are an empty list if nothing was found', () => {
    expect(writeLines([]).features).toEqual([]);
  });

  it('have their stored geometries with every digit', () => {
    expect(writeLines([createFeatureLine()]).text).toContain(
      '"geometry":{"type": "Point", "coordinates": [1.10, 2]}',
    );
  });

  it('have the ids of resource instance, tile and node', () => {
    expect(writeLines([createFeatureLine()]).features[0].properties).toEqual({
      resourceinstanceid: ids.resource,
      tileid: ids.tile,
      nodeid: ids.node,
    });
  });

  it('keep their stored properties except the node id of drawing tools', () => {
    const { features } = writeLines([createFeatureLine('{"colour": "red", "nodeId": "g1"}')]);
    expect(features[0].properties).toMatchObject({ colour: 'red' });
    expect(features[0].properties).not.toHaveProperty('nodeId');
  });

  it('have values under node names, and join values of the same name', () => {
    const lines = [
      createNodeLine('a', 'name'),
      createNodeLine('b', 'name'),
      createTileLine('{"a": "Old Mill", "b": "Mill House"}'),
      createFeatureLine(),
    ];
    expect(writeLines(lines).features[0].properties.name).toEqual(['Old Mill', 'Mill House']);
  });

  it.each([{ useDisplayValues: true }, { fieldNameLength: 10 }])(
    'join values of the same name in one text with an option for tables: %o',
    (options) => {
      const lines = [
        createNodeLine('a', 'name'),
        createNodeLine('b', 'name'),
        createTileLine('{"a": "Old Mill", "b": "Mill House"}'),
        createFeatureLine('{"name": "Mill"}'),
      ];
      const { features } = writeLines(lines, options);
      expect(features[0].properties.name).toBe('Mill, Old Mill, Mill House');
    },
  );

  it('join the values of several tiles in order, and keep lists', () => {
    const [firstTile = '', secondTile = ''] = [crypto.randomUUID(), crypto.randomUUID()].toSorted();
    const lines = [
      createNodeLine('a', 'kinds'),
      createTileLine('{"a": "z"}', 1),
      createTileLine('{"a": "w"}', 0, firstTile, 12),
      createTileLine('{"a": "y"}', 0, secondTile),
      createTileLine('{"a": ["x"]}', 0, firstTile),
      createFeatureLine(),
    ];
    expect(writeLines(lines).features[0].properties.kinds).toEqual([['x'], 'y', 'w', 'z']);
  });

  it('join values with a stored property of the same name', () => {
    const lines = [
      createNodeLine('a', 'colour'),
      createTileLine('{"a": "blue"}'),
      createFeatureLine('{"colour": "red"}'),
    ];
    expect(writeLines(lines).features[0].properties.colour).toEqual(['red', 'blue']);
  });

  it('omit null values', () => {
    const lines = [createNodeLine('a', 'name'), createTileLine('{"a": null}'), createFeatureLine()];
    expect(writeLines(lines).features[0].properties).not.toHaveProperty('name');
  });

  it.each(['tileid', 'resourceinstanceid', 'nodeid', 'primary_name', 'geojson', 'geometry'])(
    'add the suffix _1 to node values and stored properties named %s',
    (name) => {
      const lines = [
        createNodeLine('a', name),
        createTileLine('{"a": "of a node"}'),
        createFeatureLine(`{"${name}": "stored"}`),
      ];
      const { properties } = writeLines(lines, { includePrimaryName: true }).features[0];
      expect(properties[`${name}_1`]).toEqual(['stored', 'of a node']);
      expect(properties.tileid).toBe(ids.tile);
    },
  );

  it.each([5, 6, 8, 10, 18])(
    'are named within field_name_length %i, also those stored in the feature, and join their namesakes',
    (fieldNameLength) => {
      const lines = [
        createNodeLine('a', 'description_of_site'),
        createNodeLine('b', 'tileid'),
        createNodeLine('c', 'resourceinstanceid_old'),
        createTileLine('{"a": "of a node", "b": "of a node", "c": "of a node"}'),
        createFeatureLine(
          '{"description_of_area": "stored", "tileid": "stored", "nodeidentifier": "stored", "resourceinstanceid_new": "stored", "__________": "stored"}',
        ),
      ];
      const { properties } = writeLines(lines, { fieldNameLength }).features[0];
      const { resourceinstanceid, tileid, nodeid, ...others } = properties;
      expect([resourceinstanceid, tileid, nodeid]).toEqual([ids.resource, ids.tile, ids.node]);
      const names = Object.keys(others);
      expect(names.filter((name) => name.length > fieldNameLength)).toEqual([]);
      const short = 'description_of_'.slice(0, Math.min(fieldNameLength, 14)).replace(/_$/, '');
      const joined = names.filter((name) => name.startsWith(short)).map((name) => others[name]);
      expect(joined).toEqual(
        fieldNameLength > 15 ? ['stored', 'of a node'] : ['stored, of a node'],
      );
    },
  );

  it('join values whose names become equal by shortening', () => {
    const lines = [
      createNodeLine('a', 'height_1'),
      createNodeLine('b', 'height_2'),
      createTileLine('{"a": 1, "b": 2}'),
      createFeatureLine(),
    ];
    expect(writeLines(lines, { fieldNameLength: 6 }).features[0].properties.height).toBe('1, 2');
  });

  it('keep only the requested properties and the reserved properties', () => {
    const lines = [
      createNodeLine('a', 'name'),
      createNodeLine('b', 'height'),
      createTileLine('{"a": "Old Mill", "b": 2}'),
      createFeatureLine('{"colour": "red", "kind": "mill"}'),
    ];
    const { properties } = writeLines(lines, { properties: ['height', 'kind'] }).features[0];
    expect(Object.keys(properties)).toEqual([
      'kind',
      'height',
      'resourceinstanceid',
      'tileid',
      'nodeid',
    ]);
  });

  it('have properties named by node id on request', () => {
    const lines = [
      createNodeLine('a', 'name'),
      createTileLine('{"a": "Old Mill"}'),
      createFeatureLine(),
    ];
    expect(writeLines(lines, { useUuidNames: true }).features[0].properties.a).toBe('Old Mill');
  });

  it('use the node id if no property name can be derived', () => {
    const lines = [createNodeLine('a', ''), createTileLine('{"a": "x"}'), createFeatureLine()];
    expect(writeLines(lines).features[0].properties.a).toBe('x');
  });

  it('have values with every digit of their numbers', () => {
    const lines = [
      createNodeLine('a', 'n'),
      createTileLine('{"a": 12345678901234567890.10}'),
      createFeatureLine(),
    ];
    expect(writeLines(lines).text).toContain('"n":12345678901234567890.10');
  });

  it('have display values in the requested language on request', () => {
    const labelLine = `l${JSON.stringify({ valueId: 'v1', conceptId: 'c1', text: 'mill', labels: { en: 'mill', fr: 'moulin' } })}`;
    const lines = [
      createNodeLine('a', 'kind', 'concept'),
      labelLine,
      createTileLine('{"a": "v1"}'),
      createFeatureLine(),
    ];
    const { features } = writeLines(lines, { useDisplayValues: true, languages: ['fr', 'en-US'] });
    expect(features[0].properties.kind).toBe('moulin');
  });

  it('omit a value whose text the caller may not see', () => {
    const lines = [
      createNodeLine('a', 'owner', 'resource-instance'),
      createTileLine(`{"a": [{"resourceId": "${crypto.randomUUID()}"}]}`),
      createFeatureLine(),
    ];
    const { features } = writeLines(lines, { useDisplayValues: true });
    expect(features[0].properties).not.toHaveProperty('owner');
  });

  it('have the primary name, or null if there is none', () => {
    const nameLine = `r${ids.resource}{"en-US": "Old Mill"}`;
    const named = writeLines([nameLine, createFeatureLine()], { includePrimaryName: true });
    expect(named.features[0].properties.primary_name).toBe('Old Mill');
    const unnamed = writeLines([createFeatureLine()], { includePrimaryName: true });
    expect(unnamed.features[0].properties.primary_name).toBeNull();
  });

  it('have a link to themselves', () => {
    const { features } = writeLines([createFeatureLine('{}', undefined, ids.feature)], {
      includeGeojsonLink: true,
    });
    expect(features[0].properties.geojson).toBe(
      `http://localhost:3000/geojson?tileid=${ids.tile}&nodeid=${ids.node}&feature=${ids.feature}`,
    );
    expect(features[0]).not.toHaveProperty('id');
  });

  it('have rounded coordinates on request', () => {
    expect(
      writeLines([createFeatureLine()], { precision: 0 }).features[0].geometry.coordinates,
    ).toEqual([1, 2]);
  });

  it('may have no geometry', () => {
    expect(writeLines([createFeatureLine('{}', 'null')]).features[0].geometry).toBeNull();
  });
});
