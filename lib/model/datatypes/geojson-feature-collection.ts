import { geosparql } from '../../rdf/vocabulary.ts';
import type { Datatype, NormaliseContext, ValueProblem } from './datatype.ts';
import { isFeatureCollection, parseFeatureCollection } from './values/feature-collection.ts';
import { geometryProblems } from './values/geometry-problems.ts';
import { writeGeometryNode, readGeometryNode } from './codecs/geometry-node.ts';
import { writeLiteral } from './codecs/literals.ts';
import { emptyAsNull } from './values/list-problems.ts';
import { isObject, displayPlain } from './values/json-values.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';

/** Geometries: a GeoJSON FeatureCollection (RFC 7946) that keeps every digit of its coordinates. */
export const geojsonFeatureCollectionDatatype: Datatype = {
  name: 'geojson-feature-collection',
  holds: 'geometry',
  columnText: { as: 'nothing' },
  comparisonPaths: [
    '$.features[*].geometry',
    '$ ? (!exists(@.features)).geometry',
    '$ ? (!exists(@.features) && !exists(@.geometry))',
  ],
  widget: '10000000-0000-0000-0000-000000000007',
  display: displayPlain,
  isExcludedFromNames: true,
  validate: (value) => (emptyAsNull(value) === null ? [] : collectionProblems(value)),
  normalise: (value, _node, context) => {
    const collection = typeof value === 'string' ? parseFeatureCollection(value) : value;
    if (!isFeatureCollection(collection)) return value === '' ? null : value;
    if (collection.features.length === 0) return null;
    return {
      ...collection,
      features: collection.features.map((feature) => withId(feature, context)),
    };
  },
  textCodec: jsonTextCodec,
  linkedCodec: {
    kind: 'reference',
    ownPredicates: { [geosparql.asWkt]: 'literal', [geosparql.asGeoJson]: 'literal' },
    write: (value, node, context) => [
      writeGeometryNode(value, node, context) ?? writeLiteral(value),
    ],
    read: (values, _node, { stored }) => {
      const [only, another] = values;
      if (only === undefined || another !== undefined) {
        return { kind: 'problem', message: 'Exactly one geometry is needed here.' };
      }
      return readGeometryNode(only, stored);
    },
  },
};

function withId(feature: unknown, { newId }: NormaliseContext): unknown {
  if (!isObject(feature)) return feature;
  const { id, properties = {} } = feature;
  return { ...feature, id: id === undefined || id === null ? newId() : id, properties };
}

function collectionProblems(value: unknown): readonly ValueProblem[] {
  const collection = typeof value === 'string' ? parseFeatureCollection(value) : value;
  if (!isFeatureCollection(collection)) {
    const message = 'Give {"type": "FeatureCollection", "features": […]}.';
    return [{ code: 'not_a_feature_collection', pointer: '', message }];
  }
  return collection.features.flatMap((feature, index) => featureProblems(feature, index));
}

function featureProblems(feature: unknown, index: number): readonly ValueProblem[] {
  const pointer = `/features/${index}`;
  if (isObject(feature) && feature['type'] === 'Feature') {
    return geometryProblems(feature['geometry'], `${pointer}/geometry`);
  }
  const message =
    'This is not a feature: give {"type": "Feature", "geometry": …, "properties": …}.';
  return [{ code: 'not_a_feature', pointer, message }];
}
