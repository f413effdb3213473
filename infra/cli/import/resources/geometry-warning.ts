import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import {
  asFeatureCollection,
  isFeatureCollection,
} from '../../../../lib/model/datatypes/values/feature-collection.ts';
import { asList, isObject } from '../../../../lib/model/datatypes/values/json-values.ts';

/**
 * Returns the warning about a value of a geometry node that is not a feature collection. The value is kept as it is.
 * @returns undefined if no warning is needed
 */
export function findGeometryWarning(value: unknown, datatype: string): string | undefined {
  if (datatypeOf(datatype).holds !== 'geometry' || isEmptyGeometry(value)) return undefined;
  if (isFeatureCollection(value)) return undefined;
  return asFeatureCollection(value) === undefined
    ? 'This is not GeoJSON: it is kept as it is, but never comes out of /geojson. Write a FeatureCollection.'
    : 'This is a feature or a geometry without a collection around it: it is kept as it is, and comes out of /geojson as one feature. Write a FeatureCollection to give it more.';
}

function isEmptyGeometry(value: unknown): boolean {
  if (isObject(value)) return value['type'] === 'FeatureCollection' && value['features'] === null;
  return asList(value).length === 0 || value === '';
}
