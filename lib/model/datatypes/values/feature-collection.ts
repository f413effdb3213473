import { isDeepStrictEqual } from 'node:util';

import { parseLossless } from '../../../json/lossless-json.ts';
import { NestedTooDeepError } from '../../../json/nesting.ts';
import { isObject, type JsonObject } from './json-values.ts';

/** A GeoJSON object with a list of features (RFC 7946, section 3.3). */
export type FeatureCollection = JsonObject & { readonly features: readonly unknown[] };

export function isFeatureCollection(value: unknown): value is FeatureCollection {
  return (
    isObject(value) && value['type'] === 'FeatureCollection' && Array.isArray(value['features'])
  );
}

/** The geometries of the features that have one. */
export function geometriesOf({ features }: FeatureCollection): readonly unknown[] {
  return features.map(geometryOf).filter((geometry) => geometry !== undefined && geometry !== null);
}

/** The geometry of a feature; a geometry in place of a feature is its own. */
function geometryOf(feature: unknown): unknown {
  if (!isObject(feature)) return undefined;
  return isGeometry(feature) ? feature : feature['geometry'];
}

/** Whether an object is a geometry by what it has, sound or not: coordinates, or the geometries of a collection. */
function isGeometry(value: JsonObject): boolean {
  return !('geometry' in value) && ('coordinates' in value || 'geometries' in value);
}

/** Whether the geometry of a feature is somewhere: what has no coordinates is empty (RFC 7946, section 3.1). */
export function hasCoordinates(collection: FeatureCollection): boolean {
  return geometriesOf(collection).some(isSomewhere);
}

function isSomewhere(geometry: unknown): boolean {
  if (!isObject(geometry)) return true;
  const { coordinates, geometries } = geometry;
  if (Array.isArray(geometries)) return geometries.some(isSomewhere);
  return !Array.isArray(coordinates) || coordinates.flat(Infinity).length > 0;
}

/** Geometries alone, as a collection of a feature for each. */
export function featureCollectionOf(...geometries: readonly unknown[]): FeatureCollection {
  return { type: 'FeatureCollection', features: geometries.map(featureOf) };
}

function featureOf(geometry: unknown): JsonObject {
  return { type: 'Feature', properties: {}, geometry };
}

/** The features of one collection with those of another behind them; a geometry in place of a feature becomes one. */
export function mergeFeatureCollections(
  one: FeatureCollection,
  other: FeatureCollection,
): FeatureCollection {
  const features = [...one.features, ...other.features];
  return {
    ...one,
    features: features.map((each) => (isObject(each) && isGeometry(each) ? featureOf(each) : each)),
  };
}

/**
 * Reads the JSON text of a feature collection, a feature or a geometry.
 * @returns undefined where it is none
 */
export function parseFeatureCollection(text: string): FeatureCollection | undefined {
  return asFeatureCollection(parsed(text));
}

/**
 * A feature collection, or a feature or a geometry alone as a collection of one feature.
 * @returns undefined for what is none of them
 */
export function asFeatureCollection(value: unknown): FeatureCollection | undefined {
  if (isFeatureCollection(value)) return value;
  if (!isObject(value)) return undefined;
  if (value['type'] === 'Feature') return { type: 'FeatureCollection', features: [value] };
  return isGeometry(value) ? featureCollectionOf(value) : undefined;
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch (error) {
    if (error instanceof NestedTooDeepError) throw error;
    return undefined;
  }
}

/**
 * What the JSON text of a feature collection, a feature or a geometry stands for: what is stored, where it says the same in the
 * same form, else a collection.
 * @param stored what is stored now
 * @returns undefined where it is none of them
 */
export function readFeatureCollection(text: string, stored: unknown): unknown {
  const value = parsed(text);
  const collection = asFeatureCollection(value);
  if (collection === undefined) return undefined;
  return isDeepStrictEqual(value, stored) ? stored : withStoredFeatures(collection, stored);
}

/**
 * Features as a document gives them, those that come without id and properties with those of a stored feature of the same
 * geometry: not every document repeats them.
 * @param stored what is stored now
 */
function withStoredFeatures(read: FeatureCollection, stored: unknown): FeatureCollection {
  const before = asFeatureCollection(stored);
  if (before === undefined || isDeepStrictEqual(read, before)) return read;
  const kept = Array.from(before.features);
  const features = read.features.map((feature) => {
    if (!isObject(feature) || !isBare(feature)) return feature;
    const place = kept.findIndex((other) =>
      isDeepStrictEqual(geometryOf(other), geometryOf(feature)),
    );
    return place === -1 ? feature : kept.splice(place, 1)[0];
  });
  return { ...read, features };
}

/** Whether a feature has neither an id nor properties. */
function isBare({ id, properties }: JsonObject): boolean {
  return id === undefined && (!isObject(properties) || Object.keys(properties).length === 0);
}
