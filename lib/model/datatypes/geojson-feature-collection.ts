import { geosparql } from '../../rdf/vocabulary.ts';
import { valueKey } from '../change/compare-values.ts';
import type { Datatype, NormaliseContext, ValueProblem } from './datatype.ts';
import {
  asFeatureCollection,
  isFeatureCollection,
  parseFeatureCollection,
} from './values/feature-collection.ts';
import { findGeometryProblems } from './values/geometry-problems.ts';
import { writeGeometryNode, readGeometryNode } from './codecs/geometry-node.ts';
import { writeLiteral } from './codecs/literals.ts';
import { emptyAsNull } from './values/validate-list.ts';
import { isObject, formatAsText, type JsonObject } from './values/json-values.ts';
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
  display: formatAsText,
  isExcludedFromNames: true,
  validate: (value) => (emptyAsNull(value) === null ? [] : validateCollection(value)),
  normalise: (value, _node, context) => {
    const collection = typeof value === 'string' ? parseFeatureCollection(value) : value;
    if (!isFeatureCollection(collection)) return value === '' ? null : value;
    if (collection.features.length === 0) return null;
    return { ...collection, features: assignIds(collection.features, context) };
  },
  textCodec: jsonTextCodec,
  linkedCodec: {
    kind: 'reference',
    ownPredicates: { [geosparql.asWkt]: 'literal', [geosparql.asGeoJson]: 'literal' },
    write: (value, node, context) => [
      writeGeometryNode(value, node, context) ?? writeLiteral(value),
    ],
    read: (values, _node, { stored }) => {
      const [first, another] = values;
      if (first === undefined || another !== undefined) {
        return { kind: 'problem', message: 'Give exactly one geometry.' };
      }
      return readGeometryNode(first, stored);
    },
  },
};

/**
 * Gives each feature without an id that of an equal stored feature, so that writing the same features again changes nothing, or else a new
 * id.
 */
function assignIds(
  features: readonly unknown[],
  { stored, newId }: NormaliseContext,
): readonly unknown[] {
  const documentIds = new Set(features.map(idOf).map(valueKey));
  const unusedStoredFeatures = Map.groupBy(
    (asFeatureCollection(stored)?.features ?? [])
      .filter(isObject)
      .filter((feature) => !documentIds.has(valueKey(idOf(feature)))),
    keyWithoutId,
  );
  return features.map((feature) => {
    if (!isObject(feature)) return feature;
    const id =
      idOf(feature) ?? idOf(unusedStoredFeatures.get(keyWithoutId(feature))?.shift()) ?? newId();
    const { properties = {} } = feature;
    return { ...feature, id, properties };
  });
}

function idOf(feature: unknown): unknown {
  return isObject(feature) ? (feature['id'] ?? null) : null;
}

function keyWithoutId(feature: JsonObject): string {
  return valueKey({ properties: {}, ...feature, id: null });
}

function validateCollection(value: unknown): readonly ValueProblem[] {
  const collection = typeof value === 'string' ? parseFeatureCollection(value) : value;
  if (!isFeatureCollection(collection)) {
    const message = 'Give {"type": "FeatureCollection", "features": […]}.';
    return [{ code: 'not_a_feature_collection', pointer: '', message }];
  }
  return collection.features.flatMap((feature, index) => validateFeature(feature, index));
}

function validateFeature(feature: unknown, index: number): readonly ValueProblem[] {
  const pointer = `/features/${index}`;
  if (isObject(feature) && feature['type'] === 'Feature') {
    return findGeometryProblems(feature['geometry'], `${pointer}/geometry`);
  }
  const message =
    'This is not a feature: give {"type": "Feature", "geometry": …, "properties": …}.';
  return [{ code: 'not_a_feature', pointer, message }];
}
