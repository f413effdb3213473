import { isDeepStrictEqual } from 'node:util';

import { parseLossless } from '../../lossless-json.ts';
import { isObject, type JsonObject } from './values.ts';

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

function geometryOf(feature: unknown): unknown {
  return isObject(feature) ? feature['geometry'] : undefined;
}

/** A geometry alone, as a collection of one feature. */
export function collectionOf(geometry: unknown): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry }],
  };
}

/**
 * Reads the JSON text of a feature collection, a feature or a geometry.
 * @returns undefined where it is none
 */
export function parseFeatureCollection(text: string): FeatureCollection | undefined {
  const value = parsed(text);
  if (isFeatureCollection(value)) return value;
  if (!isObject(value)) return undefined;
  if (value['type'] === 'Feature') return { type: 'FeatureCollection', features: [value] };
  return 'coordinates' in value || 'geometries' in value ? collectionOf(value) : undefined;
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

/**
 * Features as a document gives them, those that come without id and properties with those of a stored feature of the same
 * geometry: not every document repeats them.
 * @param stored what is stored now
 */
export function withStoredFeatures(read: FeatureCollection, stored: unknown): FeatureCollection {
  if (!isFeatureCollection(stored) || isDeepStrictEqual(read, stored)) return read;
  const kept = Array.from(stored.features);
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
