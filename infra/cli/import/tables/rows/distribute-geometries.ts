import { asList, isObject } from '../../../../../lib/model/datatypes/values/json-values.ts';
import { jsonPointer } from '../../../../../lib/model/problem.ts';
import type { CsvValue, CsvValueRow } from '../../csv/csv-values.ts';
import { importError, type ImportProblem } from '../../import-problems.ts';
import type { StoredTileValues } from '../../resources/queries/stored-records.ts';
import type { TablePlan } from '../mapping/table-plan.ts';
import { isSameGeometry } from '../stored/same-value.ts';

/** The values of a row, of which those that cannot be told apart are left out. */
export type DistributedRow = {
  readonly row: CsvValueRow;
  readonly problems: readonly ImportProblem[];
};

/**
 * Distributes a geometry that several tiles have together. If it is that of the stored tiles, they stay as they are. If there is one tile, it has
 * all of it; if there are as many tiles as single geometries, each has one, in their order.
 * @rule Imports and exports: Which tile has a part of a combined geometry?
 */
export function distributeGeometries(
  row: CsvValueRow,
  stored: readonly StoredTileValues[],
  plan: TablePlan,
): DistributedRow {
  const combined = plan.values.filter(({ isCombined }) => isCombined);
  let { values } = row;
  const problems: ImportProblem[] = [];
  for (const { node, heading } of combined) {
    const own = values.find(({ nodeId }) => nodeId === node.nodeId);
    if (own === undefined) continue;
    const others = values.filter((value) => value !== own);
    const parts = splitForTiles(own, others, stored);
    if (parts === undefined) {
      problems.push(makeProblem(row.number, heading));
      values = others.filter(({ nodegroupId }) => nodegroupId !== own.nodegroupId);
    } else values = [...others, ...parts];
  }
  return { row: { ...row, values }, problems };
}

/** @returns undefined if the tiles cannot be told apart */
function splitForTiles(
  value: CsvValue,
  others: readonly CsvValue[],
  stored: readonly StoredTileValues[],
): readonly CsvValue[] | undefined {
  const storedTiles = stored.filter(({ nodegroupId }) => nodegroupId === value.nodegroupId);
  const storedValues = storedTiles.map(({ data }) => data[value.nodeId] ?? null);
  if (isSameGeometry([value.value], storedValues)) return [];
  const slots = [
    ...new Set(
      others.filter(({ nodegroupId }) => nodegroupId === value.nodegroupId).map(({ slot }) => slot),
    ),
  ].toSorted((one, other) => one - other);
  if (slots.length <= 1)
    return storedTiles.length > 1 ? undefined : [{ ...value, slot: slots[0] ?? 0 }];
  const features = splitFeatures(value);
  if (storedTiles.length > 0 || features.length !== slots.length) return undefined;
  return slots.map((slot, index) => ({
    ...value,
    slot,
    text: `${value.text} ${index}`,
    value: { type: 'FeatureCollection', features: [features[index]] },
  }));
}

/** The single geometries of a value, each as a feature. */
function splitFeatures({ value }: CsvValue): readonly unknown[] {
  const features = isObject(value) ? asList(value['features'] ?? []) : [];
  return features.filter(isObject).flatMap((feature) => {
    const { geometry } = feature;
    if (!isObject(geometry)) return [];
    const { type, coordinates } = geometry;
    if (typeof type !== 'string' || !type.startsWith('Multi')) return [feature];
    const partType = type.replace('Multi', '');
    return asList(coordinates).map((part) => ({
      ...feature,
      geometry: { type: partType, coordinates: part },
    }));
  });
}

function makeProblem(number: number, heading: string): ImportProblem {
  const message = `Row ${number}, column ${JSON.stringify(heading)}: the cell has the geometries of several tiles, which cannot be told apart. Import them from a table with a row for each tile, such as that of a GeoPackage.`;
  const pointer = jsonPointer([number - 1, heading]);
  return { ...importError('combined_geometry', message, { pointer }), column: heading };
}
