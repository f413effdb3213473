import { collectGeometries } from '../../model/datatypes/values/feature-collection.ts';
import { isObject, type JsonObject } from '../../model/datatypes/values/json-values.ts';
import type { CellGeometry } from '../../model/tables/cell.ts';

/**
 * Combines the geometries in the values of a geometry node: several of one kind become a multi-geometry of it, others a collection.
 * @rule Imports and exports: How is one geometry made of several?
 * @returns null if there are none
 */
export function combineGeometries(values: readonly unknown[]): CellGeometry | null {
  const geometries = values.flatMap(collectGeometries).filter(isObject);
  const [first, ...others] = geometries;
  if (first === undefined) return null;
  if (others.length === 0) return { kind: 'geometry', geometry: first };
  const [type, ...otherTypes] = new Set(geometries.map(singleType));
  if (typeof type !== 'string' || otherTypes.length > 0 || type === 'GeometryCollection')
    return { kind: 'geometry', geometry: { type: 'GeometryCollection', geometries } };
  const coordinates = geometries.flatMap((geometry) =>
    isMulti(geometry) ? geometry['coordinates'] : [geometry['coordinates']],
  );
  return { kind: 'geometry', geometry: { type: `Multi${type}`, coordinates } };
}

const isMulti = ({ type }: JsonObject): boolean =>
  typeof type === 'string' && type.startsWith('Multi');

const singleType = ({ type }: JsonObject): unknown =>
  typeof type === 'string' ? type.replace(/^Multi/, '') : type;
