import { edtfDatatype, findEdtfProblem } from '../../../../lib/model/datatypes/edtf.ts';
import type { ValueProblem } from '../../../../lib/model/datatypes/datatype.ts';
import { findRepeatedLanguages, stringDatatype } from '../../../../lib/model/datatypes/string.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import {
  asFeatureCollection,
  geometryOf,
  isFeatureCollection,
} from '../../../../lib/model/datatypes/values/feature-collection.ts';
import { findGeometryProblems } from '../../../../lib/model/datatypes/values/geometry-problems.ts';
import { asList, isObject } from '../../../../lib/model/datatypes/values/json-values.ts';

/**
 * Lists the warnings about a value: what a write would refuse, and what maps do not show.
 * @rule Writing: Which values that no write accepts does an import store with a warning?
 */
export function listValueWarnings(value: unknown, datatype: string): readonly ValueWarning[] {
  return [
    ...findGeometryWarnings(value, datatype),
    ...findValueProblems(value, datatype).map(({ code, message }) => ({
      code,
      message: `${message} The value is imported unchanged.`,
    })),
  ];
}

/** Finds what a write would refuse. */
function findValueProblems(value: unknown, datatype: string): readonly ValueProblem[] {
  if (datatype === stringDatatype.name) return findRepeatedLanguages(value);
  const problem = datatype === edtfDatatype.name ? findEdtfProblem(value) : undefined;
  return problem === undefined ? [] : [problem];
}

/** A warning about a value, which an import stores unchanged. */
type ValueWarning = { readonly code: string; readonly message: string };

/**
 * Returns the warnings about a value of a geometry node: that it is no feature collection, and what keeps its features from maps. There is one
 * for each code, about the first feature that has it.
 * @rule Imports and exports: Which imported geometries get a warning?
 */
function findGeometryWarnings(value: unknown, datatype: string): readonly ValueWarning[] {
  if (datatypeOf(datatype).holds !== 'geometry' || isEmptyGeometry(value)) return [];
  const collection = asFeatureCollection(value);
  if (collection === undefined) {
    const message =
      'The value is not GeoJSON. It is imported unchanged, but /geojson does not show it. Write a FeatureCollection.';
    return [{ code: 'not_a_feature_collection', message }];
  }
  return [...findShapeWarning(value), ...findFeatureWarnings(collection.features)];
}

function findShapeWarning(value: unknown): readonly ValueWarning[] {
  if (isFeatureCollection(value)) return [];
  const message =
    'The value is a feature or geometry without a collection. It is imported unchanged, and /geojson shows it as one feature. Write a FeatureCollection if it has several.';
  return [{ code: 'not_a_feature_collection', message }];
}

function findFeatureWarnings(features: readonly unknown[]): readonly ValueWarning[] {
  const warnings = new Map<string, ValueWarning>();
  for (const [index, feature] of features.entries()) {
    const warning = isObject(feature)
      ? findFeatureWarning(geometryOf(feature) ?? null, `features/${index}`)
      : undefined;
    if (warning !== undefined && !warnings.has(warning.code)) warnings.set(warning.code, warning);
  }
  return [...warnings.values()];
}

function findFeatureWarning(geometry: unknown, place: string): ValueWarning | undefined {
  if (geometry === null) {
    const message = `The geometry of ${place} is null. The feature is imported unchanged, but no map shows it and no box finds it. Give it a geometry, or leave it out.`;
    return { code: 'null_geometry', message };
  }
  const [problem] = findGeometryProblems(geometry, place);
  if (problem === undefined) return undefined;
  const { code, pointer, message } = problem;
  const effect =
    code === 'position_out_of_range'
      ? 'It is imported unchanged. Longitudes up to 540 degrees are found modulo 360; what is farther away, or beyond a pole, is outside of the world: no map shows it, and no box but that of the whole world finds it.'
      : 'It is imported unchanged, but no map shows it and no box finds it.';
  return { code, message: `${pointer}: ${message} ${effect}` };
}

function isEmptyGeometry(value: unknown): boolean {
  if (isObject(value)) return value['type'] === 'FeatureCollection' && value['features'] === null;
  return asList(value).length === 0 || value === '';
}
