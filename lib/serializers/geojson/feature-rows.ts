import { parseLossless } from '../../json/lossless-json.ts';
import { isNumericValue } from '../../model/datatypes/values/decimal.ts';
import { formatAsText, isObject } from '../../model/datatypes/values/json-values.ts';
import type { Cell, Row } from '../../model/tables/cell.ts';

/** The column with the geometry of a feature. */
export const geometryColumn = 'geometry';

/** The names of the columns of features: the id, the properties, the geometry. */
export const nameFeatureColumns = (properties: readonly string[]): readonly string[] => [
  'id',
  ...properties,
  geometryColumn,
];

/**
 * Reads a feature as a row with these columns. Lists and objects are JSON.
 * @param feature as `writeFeatures` writes it
 * @param number the id of a feature without one
 */
export function readFeatureRow(
  feature: string,
  properties: readonly string[],
  number: number,
): Row {
  const parsed = parseLossless(`{"type":"Feature"${feature}`);
  const { id, geometry, properties: members } = isObject(parsed) ? parsed : {};
  const values = isObject(members) ? members : {};
  return [
    toCell(id ?? number),
    ...properties.map((name) => toCell(values[name])),
    isObject(geometry) ? { kind: 'geometry', geometry } : null,
  ];
}

function toCell(value: unknown): Cell {
  return isNumericValue(value) || typeof value === 'boolean' ? value : formatAsText(value);
}
