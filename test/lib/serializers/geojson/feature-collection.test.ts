import { describe, expect, it } from 'vitest';

import { readFeatures } from '../../../../lib/queries/geojson/geojson.ts';
import {
  featureCollection,
  type FeatureOptions,
} from '../../../../lib/serializers/geojson/feature-collection.ts';

const plainOptions: FeatureOptions = {
  baseUrl: 'http://localhost:3000',
  languages: ['en-US'],
  precision: undefined,
  fieldNameLength: undefined,
  useUuidNames: false,
  useDisplayValues: false,
  includePrimaryName: false,
  includeGeojsonLink: false,
  page: undefined,
};

const node = (id: string, name: string, datatype = 'string', config = {}): string =>
  `node ${JSON.stringify({ nodeId: id, propertyName: name, datatype, config })}`;
const values = (list: readonly (readonly [string, unknown])[]): string =>
  `values r1\t${JSON.stringify(list)}`;
const feature = (
  properties = '{}',
  geometry = '{"type": "Point", "coordinates": [1.10, 2]}',
): string => `feature ${['r1', 't1', 'g1', properties, geometry].join('\t')}`;

function written(parts: readonly string[], options: Partial<FeatureOptions> = {}) {
  const text = featureCollection(readFeatures(['page true', ...parts]), {
    ...plainOptions,
    ...options,
  });
  return { text, document: JSON.parse(text) };
}

describe('a feature collection', () => {
  it('is empty where nothing was found', () => {
    expect(written([]).document).toEqual({ type: 'FeatureCollection', features: [] });
  });

  it('takes geometries over as text, with every digit', () => {
    expect(written([feature()]).text).toContain(
      '"geometry":{"type": "Point", "coordinates": [1.10, 2]}',
    );
  });

  it('numbers features from 1 and names resource instance, tile and node', () => {
    const { document } = written([feature(), feature()]);
    expect(document.features.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    expect(document.features[0].properties).toEqual({
      resourceinstanceid: 'r1',
      tileid: 't1',
      nodeid: 'g1',
    });
  });

  it('says which page it is only where paging is used', () => {
    expect(written([], { page: 3 }).document).toMatchObject({ _page: 3, _lastPage: true });
    expect(written([]).document).not.toHaveProperty('_page');
  });

  it('keeps the properties that were stored with a feature, but for the node id of drawing tools', () => {
    const { document } = written([feature('{"colour": "red", "nodeId": "g1"}')]);
    expect(document.features[0].properties).toMatchObject({ colour: 'red' });
    expect(document.features[0].properties).not.toHaveProperty('nodeId');
  });

  it('adds values under the names of their nodes, and joins those of one name', () => {
    const parts = [
      node('a', 'name'),
      node('b', 'name'),
      values([
        ['a', 'Old Mill'],
        ['b', 'Mill House'],
      ]),
      feature(),
    ];
    expect(written(parts).document.features[0].properties.name).toEqual(['Old Mill', 'Mill House']);
  });

  it('joins names that become equal by shortening', () => {
    const parts = [
      node('a', 'height_1'),
      node('b', 'height_2'),
      values([
        ['a', 1],
        ['b', 2],
      ]),
      feature(),
    ];
    const { document } = written(parts, { fieldNameLength: 6 });
    expect(document.features[0].properties.height).toEqual([1, 2]);
  });

  it('names properties by node id on request', () => {
    const parts = [node('a', 'name'), values([['a', 'Old Mill']]), feature()];
    const { document } = written(parts, { useUuidNames: true });
    expect(document.features[0].properties).toMatchObject({ a: 'Old Mill' });
  });

  it('names a property by node id where its name has nothing to derive from', () => {
    const parts = [node('a', ''), values([['a', 'x']]), feature()];
    expect(written(parts).document.features[0].properties).toMatchObject({ a: 'x' });
  });

  it('writes numbers of values with every digit', () => {
    const list = 'values r1\t[["a", 12345678901234567890.10]]';
    expect(written([node('a', 'n'), list, feature()]).text).toContain(
      '"n":12345678901234567890.10',
    );
  });

  it('gives values in words on request, in the language that is wanted', () => {
    const label = `label ${JSON.stringify({ valueId: 'v1', conceptId: 'c1', text: 'mill', labels: { en: 'mill', fr: 'moulin' } })}`;
    const parts = [node('a', 'kind', 'concept'), label, values([['a', 'v1']]), feature()];
    const { document } = written(parts, { useDisplayValues: true, languages: ['fr', 'en-US'] });
    expect(document.features[0].properties.kind).toBe('moulin');
  });

  it('leaves out a value whose words the caller may not see', () => {
    const parts = [
      node('a', 'owner', 'resource-instance'),
      values([['a', [{ resourceId: crypto.randomUUID() }]]]),
      feature(),
    ];
    const { document } = written(parts, { useDisplayValues: true });
    expect(document.features[0].properties).not.toHaveProperty('owner');
  });

  it('adds the primary name, or null where there is none', () => {
    const named = written(['names r1\t{"en-US": "Old Mill"}', feature()], {
      includePrimaryName: true,
    });
    expect(named.document.features[0].properties.primary_name).toBe('Old Mill');
    const unnamed = written([feature()], { includePrimaryName: true });
    expect(unnamed.document.features[0].properties.primary_name).toBeNull();
  });

  it('adds a link that gives the feature again', () => {
    const { document } = written([feature()], { includeGeojsonLink: true });
    expect(document.features[0].properties.geojson).toBe(
      'http://localhost:3000/geojson?tileid=t1&nodeid=g1',
    );
  });

  it('rounds coordinates on request', () => {
    expect(
      written([feature()], { precision: 0 }).document.features[0].geometry.coordinates,
    ).toEqual([1, 2]);
  });

  it('writes a feature without a geometry as one', () => {
    expect(written([feature('{}', 'null')]).document.features[0].geometry).toBeNull();
  });
});
