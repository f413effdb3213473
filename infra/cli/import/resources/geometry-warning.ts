import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import {
  asFeatureCollection,
  isFeatureCollection,
} from '../../../../lib/model/datatypes/values/feature-collection.ts';
import { asList, isObject } from '../../../../lib/model/datatypes/values/json-values.ts';

/**
 * Returns the warning about a value of a geometry node that is not a feature collection. The value is imported unchanged.
 * @returns undefined if no warning is needed
 */
export function findGeometryWarning(value: unknown, datatype: string): string | undefined {
  if (datatypeOf(datatype).holds !== 'geometry' || isEmptyGeometry(value)) return undefined;
  if (isFeatureCollection(value)) return undefined;
  return asFeatureCollection(value) === undefined
    ? 'The value is not GeoJSON. It is imported unchanged, but /geojson does not show it. Write a FeatureCollection.'
    : 'The value is a feature or geometry without a collection. It is imported unchanged, and /geojson shows it as one feature. Write a FeatureCollection if it has several.';
}

function isEmptyGeometry(value: unknown): boolean {
  if (isObject(value)) return value['type'] === 'FeatureCollection' && value['features'] === null;
  return asList(value).length === 0 || value === '';
}
