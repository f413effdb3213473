import { geosparql } from '../../rdf/vocabulary.ts';
import type { Datatype, NormaliseContext, ValueProblem } from './datatype.ts';
import { isFeatureCollection, parseFeatureCollection } from './parts/feature-collection.ts';
import { geometryProblems } from './parts/geometry-problems.ts';
import { geometryTerm, readGeometryTerm } from './parts/geometry-term.ts';
import { jsonLiteral } from './parts/json-literal.ts';
import { emptyAsNull } from './parts/list-value.ts';
import { isObject, plainDisplay } from './parts/values.ts';
import { jsonValue } from './parts/value-text.ts';

/** Places on the map: a GeoJSON FeatureCollection (RFC 7946), every digit of its coordinates kept. */
export const geojsonFeatureCollection: Datatype = {
  name: 'geojson-feature-collection',
  holds: 'geometry',
  columnText: { as: 'nothing' },
  comparedBy: [
    '$.features[*].geometry',
    '$ ? (!exists(@.features)).geometry',
    '$ ? (!exists(@.features) && !exists(@.geometry))',
  ],
  widget: '10000000-0000-0000-0000-000000000007',
  display: plainDisplay,
  hasNoWords: true,
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
  valueText: jsonValue,
  linked: {
    kind: 'reference',
    describedBy: { [geosparql.asWkt]: 'literal', [geosparql.asGeoJson]: 'literal' },
    write: (value, node, context) => [geometryTerm(value, node, context) ?? jsonLiteral(value)],
    read: (values, _node, { stored }) => {
      const [only, another] = values;
      if (only === undefined || another !== undefined) {
        return { kind: 'problem', message: 'Exactly one geometry is needed here.' };
      }
      return readGeometryTerm(only, stored);
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
  const message = 'This is no feature: give {"type": "Feature", "geometry": …, "properties": …}.';
  return [{ code: 'not_a_feature', pointer, message }];
}
