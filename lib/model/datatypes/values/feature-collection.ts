import { isDeepStrictEqual } from 'node:util';

import {
  asList,
  isObject,
  parseJsonOrUndefined,
  parseStoredJsonOrUndefined,
  type JsonObject,
} from './json-values.ts';

/** A GeoJSON object with a list of features (RFC 7946, section 3.3). */
export type FeatureCollection = JsonObject & { readonly features: readonly unknown[] };

/** Whether a value has the type and the list of a feature collection. The features are not checked. */
export function isFeatureCollection(value: unknown): value is FeatureCollection {
  return (
    isObject(value) && value['type'] === 'FeatureCollection' && Array.isArray(value['features'])
  );
}

/** Returns the geometries that are not null. */
export function geometriesOf({ features }: FeatureCollection): readonly unknown[] {
  return features.map(geometryOf).filter((geometry) => geometry !== undefined && geometry !== null);
}

/** Returns the geometries of a value: a collection, a feature, a geometry, or a list of these. Other values have none. */
export function collectGeometries(value: unknown): readonly unknown[] {
  return asList(value).flatMap((item) => {
    const collection = asFeatureCollection(item);
    return collection === undefined ? [] : geometriesOf(collection);
  });
}

/** Returns the geometry of a feature. A bare geometry is returned unchanged. */
export function geometryOf(feature: unknown): unknown {
  if (!isObject(feature)) return undefined;
  return isGeometry(feature) ? feature : feature['geometry'];
}

/** Whether an object has the members of a geometry, valid or not. */
function isGeometry(value: JsonObject): boolean {
  return !('geometry' in value) && ('coordinates' in value || 'geometries' in value);
}

/** Whether any geometry has coordinates. A geometry without them is empty (RFC 7946, section 3.1). */
export function hasCoordinates(collection: FeatureCollection): boolean {
  return geometriesOf(collection).some(hasAnyCoordinates);
}

function hasAnyCoordinates(geometry: unknown): boolean {
  if (!isObject(geometry)) return true;
  const { coordinates, geometries } = geometry;
  if (Array.isArray(geometries)) return geometries.some(hasAnyCoordinates);
  return !Array.isArray(coordinates) || coordinates.flat(Infinity).length > 0;
}

/** Wraps geometries into a collection, each in a feature. */
export function wrapInFeatureCollection(...geometries: readonly unknown[]): FeatureCollection {
  return { type: 'FeatureCollection', features: geometries.map(wrapInFeature) };
}

function wrapInFeature(geometry: unknown): JsonObject {
  return { type: 'Feature', properties: {}, geometry };
}

/** Appends the features of a collection to those of another. Bare geometries become features. */
export function mergeFeatureCollections(
  collection: FeatureCollection,
  appendedCollection: FeatureCollection,
): FeatureCollection {
  const features = [...collection.features, ...appendedCollection.features];
  return {
    ...collection,
    features: features.map((feature) =>
      isObject(feature) && isGeometry(feature) ? wrapInFeature(feature) : feature,
    ),
  };
}

/**
 * Parses a feature collection, a feature or a geometry from a value that is a JSON string.
 * @returns undefined for any other text
 */
export function parseFeatureCollection(text: string): FeatureCollection | undefined {
  return asFeatureCollection(parseStoredJsonOrUndefined(text)?.value);
}

/**
 * Converts a feature or a geometry into a feature collection.
 * @returns undefined for any other value
 */
export function asFeatureCollection(value: unknown): FeatureCollection | undefined {
  if (isFeatureCollection(value)) return value;
  if (!isObject(value)) return undefined;
  if (value['type'] === 'Feature') return { type: 'FeatureCollection', features: [value] };
  return isGeometry(value) ? wrapInFeatureCollection(value) : undefined;
}

/**
 * Reads a feature collection, a feature or a geometry from a JSON string. Returns the stored value if it is equal,
 * otherwise a collection.
 * @param stored the present value
 * @returns undefined for any other text
 * @throws NestedTooDeepError, RepeatedMembersError
 */
export function readFeatureCollection(text: string, stored: unknown): unknown {
  const value = parseJsonOrUndefined(text)?.value;
  const collection = asFeatureCollection(value);
  if (collection === undefined) return undefined;
  return isDeepStrictEqual(value, stored) ? stored : withStoredFeatures(collection, stored);
}

/**
 * Replaces features without id and properties with the stored feature that has the same geometry, because not every
 * document repeats them.
 */
function withStoredFeatures(collection: FeatureCollection, stored: unknown): FeatureCollection {
  const storedCollection = asFeatureCollection(stored);
  if (storedCollection === undefined || isDeepStrictEqual(collection, storedCollection))
    return collection;
  const unusedStoredFeatures = Array.from(storedCollection.features);
  const features = collection.features.map((feature) => {
    if (!isObject(feature) || !hasOnlyGeometry(feature)) return feature;
    const index = unusedStoredFeatures.findIndex((candidate) =>
      isDeepStrictEqual(geometryOf(candidate), geometryOf(feature)),
    );
    return index === -1 ? feature : unusedStoredFeatures.splice(index, 1)[0];
  });
  return { ...collection, features };
}

function hasOnlyGeometry({ id, properties }: JsonObject): boolean {
  return id === undefined && (!isObject(properties) || Object.keys(properties).length === 0);
}
