import { isUuid } from '../../../../../lib/model/ids.ts';
import { jsonPointer } from '../../../../../lib/model/problem.ts';
import type { TileBuilder } from '../../csv/build-tiles.ts';
import type { ConvertedRow } from '../../csv/convert-rows.ts';
import type { CsvNodegroup } from '../../csv/csv-values.ts';
import { importError, type ImportProblem } from '../../import-problems.ts';
import type { StoredTileValues } from '../../resources/queries/stored-records.ts';
import type { TablePlan } from '../mapping/table-plan.ts';
import { cellText, type FileRow } from '../table-cell.ts';
import { distributeGeometries } from './distribute-geometries.ts';
import { unguard } from './prepare-rows.ts';

/** Where the tiles of a row are added. */
export type RowTiles = {
  readonly resourceId: string;
  readonly builder: TileBuilder;
  readonly stored: readonly StoredTileValues[];
  /** The ids that rows state, to which those of this row are added. */
  readonly identifiedIds: Set<string>;
  /** The number of tiles that the cells of the row have, by nodegroup. */
  readonly tiles: ReadonlyMap<string, number>;
  readonly plan: TablePlan;
  readonly plans: readonly TablePlan[];
  readonly nodegroups: ReadonlyMap<string, CsvNodegroup>;
};

/** What became of a row. */
export type AddedRow = {
  readonly problems: readonly ImportProblem[];
  readonly warnings: readonly ImportProblem[];
  /** Whether the row has something that can be imported. */
  readonly isAdded: boolean;
};

/** Adds the tiles of a row: one with the id that the row states, or those of all nodegroups of its values. */
export function addRow(
  fileRow: FileRow,
  { row: convertedRow, problems: cellProblems, warnings }: ConvertedRow,
  target: RowTiles,
): AddedRow {
  const distributed = distributeGeometries(convertedRow, target.stored, target.plan);
  const { row } = distributed;
  const problems = [...cellProblems, ...distributed.problems];
  if (row.values.length === 0 && problems.length > 0) return { problems, warnings, isAdded: false };
  const { plan, builder } = target;
  const [tileId, parentTileId] = [plan.tileIdPosition, plan.parentTileIdPosition].map((position) =>
    position === undefined ? '' : unguard(cellText(fileRow.cells[position]), plan).trim(),
  );
  if (plan.nodegroupId === null || (!tileId && !parentTileId)) {
    // The number of tiles counts only if all of their values could be read.
    builder.addRow(problems.length === 0 ? { ...row, tiles: target.tiles } : row);
    return { problems, warnings, isAdded: true };
  }
  const problem = addTile(tileId ?? '', parentTileId ?? '', row, target);
  return problem === undefined
    ? { problems, warnings, isAdded: true }
    : { problems: [...problems, problem], warnings, isAdded: false };
}

/** Adds the tile of a row with the id that it states, below the tile that it states. @returns what is wrong with the ids */
function addTile(
  tileId: string,
  parentTileId: string,
  { number, values }: ConvertedRow['row'],
  target: RowTiles,
): ImportProblem | undefined {
  const { plan, builder, identifiedIds } = target;
  const problemAt = (position: number | undefined, message: string): ImportProblem => {
    const column = plan.headings[position ?? -1] ?? '';
    const text = `Row ${number}, column ${JSON.stringify(column)}: ${message}`;
    const pointer = jsonPointer([number - 1, column]);
    return {
      ...importError('invalid_tile_id', text, { pointer, record: target.resourceId }),
      column,
    };
  };
  if (!isUuid(tileId))
    return problemAt(
      plan.tileIdPosition,
      'this is no id of a tile. Write its id, or leave the ids of a new tile empty.',
    );
  if (parentTileId !== '' && !isUuid(parentTileId))
    return problemAt(
      plan.parentTileIdPosition,
      'this is no id of a tile. Write the id of the tile above.',
    );
  const id = tileId.toLowerCase();
  const parentId = parentTileId === '' ? null : parentTileId.toLowerCase();
  if (identifiedIds.has(id))
    return problemAt(plan.tileIdPosition, `another row has the tile ${id}. Leave one of the two.`);
  if (parentId !== null) addUnlistedParent(parentId, target);
  identifiedIds.add(id);
  const isAdded = builder.addIdentifiedTile({
    nodegroupId: plan.nodegroupId ?? '',
    tileId: id,
    parentTileId: parentId,
    values,
  });
  return isAdded
    ? undefined
    : problemAt(plan.parentTileIdPosition, 'the tile above is missing. Write its id.');
}

/** Adds the tile above if it is neither stored nor a row of another table: it has no values, so that only the tiles below tell of it. */
function addUnlistedParent(
  tileId: string,
  { plan, plans, builder, stored, identifiedIds, nodegroups }: RowTiles,
): void {
  const nodegroupId = nodegroups.get(plan.nodegroupId ?? '')?.parentNodegroupId ?? null;
  const isListed = plans.some((other) => other.nodegroupId === nodegroupId);
  if (nodegroupId === null || isListed || identifiedIds.has(tileId)) return;
  if (stored.some((tile) => tile.tileId === tileId)) return;
  identifiedIds.add(tileId);
  builder.addIdentifiedTile({ nodegroupId, tileId, parentTileId: null, values: [] });
}
