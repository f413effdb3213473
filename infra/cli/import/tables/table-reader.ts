import { isUuid, parseResourceId } from '../../../../lib/model/ids.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { TileBuilder } from '../csv/build-tiles.ts';
import { convertRow, type ConversionContext } from '../csv/convert-rows.ts';
import { indexNodegroups } from '../csv/index-nodegroups.ts';
import { loadCells } from '../csv/load-cells.ts';
import type { CsvRow } from '../csv/read-csv.ts';
import { ScatteredRows } from '../csv/scattered-rows.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import { nothingOmitted } from '../resources/omit-parts.ts';
import {
  readTilesOfResources,
  type StoredTileValues,
} from '../resources/queries/stored-records.ts';
import type { CheckCandidate } from '../resources/salvage.ts';
import { readInBatches } from '../run-in-batches.ts';
import { pluralize } from '../../text.ts';
import type { TablePlan } from './mapping/table-plan.ts';
import type { TableBatch, TableContext } from './table-context.ts';
import { compareLabels } from './rows/compare-labels.ts';
import { prepareRows, type PreparedRows } from './rows/prepare-rows.ts';
import { readGroupKeys, type FileRowGroup } from './rows/read-row-groups.ts';
import { makeMissingKeyError } from './rows/record-key.ts';
import { checkRows } from './rows/check-rows.ts';
import { addRow, type RowTiles } from './rows/add-row.ts';
import { loadStoredConcepts } from './stored/load-stored-concepts.ts';
import { matchTiles, type MatchContext } from './stored/match-tiles.ts';
import { createComparison } from './stored/same-value.ts';
import type { FileRow } from './table-cell.ts';

const recordsPerStatement = 100;

/** A group of rows with the rows in the form of CSV. */
type PreparedGroup = {
  readonly key: string;
  readonly resourceId: string;
  readonly rows: readonly PreparedRow[];
};

type PreparedRow = {
  readonly fileRow: FileRow;
  readonly row: CsvRow;
  /** The number of tiles that its cells have, by nodegroup. */
  readonly tiles: ReadonlyMap<string, number>;
};

/** Converts the rows of one table to records. */
export class TableReader {
  readonly #plan: TablePlan;
  readonly #context: TableContext;
  readonly #nodegroups: MatchContext['nodegroups'];
  readonly #match: MatchContext;
  readonly #scattered: ScatteredRows;
  readonly #scatteredKeys: ReadonlySet<string>;
  /** The ids of the tiles of records whose rows are scattered, by the id of the record. */
  readonly #finalIds = new Map<string, Map<string, string>>();
  #hasWarnedOfLabels = false;

  private constructor(
    plan: TablePlan,
    context: TableContext,
    scattered: ScatteredRows,
    scatteredKeys: ReadonlySet<string>,
  ) {
    this.#plan = plan;
    this.#context = context;
    this.#scattered = scattered;
    this.#scatteredKeys = scatteredKeys;
    this.#nodegroups = indexNodegroups(context.graph);
    this.#match = {
      nodegroups: this.#nodegroups,
      datatypes: new Map(
        context.graph.nodes.map(({ nodeId, datatype }) => [String(nodeId), datatype]),
      ),
      isSame: createComparison(context.concepts),
      nodeIds: new Set([...plan.values, ...plan.points].map(({ node }) => node.nodeId)),
    };
  }

  /** Opens a table: its keys are read first, because rows of a record may be anywhere in it. */
  static async open(plan: TablePlan, context: TableContext): Promise<TableReader> {
    const scattered = new ScatteredRows([
      { keys: () => readGroupKeys(plan), onKeys: async (keys) => context.addKeys(keys) },
    ]);
    return new TableReader(plan, context, scattered, await scattered.findKeys());
  }

  async readBatch(groups: readonly FileRowGroup[], check: CheckCandidate): Promise<TableBatch> {
    const batch: TableBatch = {
      records: [],
      problems: [],
      size: groups.length,
      leftOut: 0,
      omitted: nothingOmitted,
      rows: 0,
      faultyRows: 0,
    };
    const fileRows = groups.flatMap(({ rows }) => rows);
    const split = await prepareRows(fileRows, this.#plan, this.#context.owner);
    await this.#loadLookups(split, batch);
    const prepared = await compareLabels(fileRows, split, this.#plan, this.#context);
    const preparedGroups = this.#pairRows(groups, prepared);
    const stored = await this.#readStored(preparedGroups);
    const conversion = this.#createConversion(prepared);
    for (const group of preparedGroups) {
      const storedTiles = stored.get(group.resourceId) ?? [];
      await this.#readGroup(group, storedTiles, conversion, check, batch);
    }
    return batch;
  }

  #pairRows(
    groups: readonly FileRowGroup[],
    { rows, tiles }: PreparedRows,
  ): readonly PreparedGroup[] {
    let end = 0;
    return groups.map(({ key, rows: fileRows }) => {
      const start = end;
      end += fileRows.length;
      return {
        key,
        resourceId: isUuid(key) ? key : deriveNameUuid(this.#context.graph.graphId, key),
        rows: fileRows.flatMap((fileRow, index) => {
          const row = rows[start + index];
          return row === undefined
            ? []
            : [{ fileRow, row, tiles: tiles[start + index] ?? new Map<string, number>() }];
        }),
      };
    });
  }

  #createConversion({ columns }: PreparedRows): ConversionContext {
    const outermostIdOf = (nodegroupId: string): string => {
      const parent = this.#nodegroups.get(nodegroupId)?.parentNodegroupId ?? null;
      return parent === null ? nodegroupId : outermostIdOf(parent);
    };
    return {
      ...this.#context,
      plan: { columns, unusableColumns: new Map(), problems: [] },
      headings: this.#plan.headings,
      outermostIdOf,
    };
  }

  async #loadLookups({ rows, columns }: PreparedRows, batch: TableBatch): Promise<void> {
    const uncheckedColumns = await loadCells(rows, columns, this.#context);
    if (uncheckedColumns === 0 || this.#hasWarnedOfLabels) return;
    this.#hasWarnedOfLabels = true;
    const message = `The labels of ${pluralize(uncheckedColumns, 'column')} were not checked, because a dry run does not store their collections.`;
    batch.problems.push(importWarning('labels_not_checked', message));
  }

  async #readStored(
    groups: readonly PreparedGroup[],
  ): Promise<ReadonlyMap<string, readonly StoredTileValues[]>> {
    const ids = groups
      .filter(({ key }) => key !== '')
      .map(({ resourceId }) => parseResourceId(resourceId));
    const { dataApi, concepts, graph } = this.#context;
    const tiles = await readInBatches(dataApi.read, ids, recordsPerStatement, readTilesOfResources);
    await loadStoredConcepts(tiles, graph, concepts);
    return Map.groupBy(tiles, ({ resourceId }) => resourceId);
  }

  async #readGroup(
    group: PreparedGroup,
    stored: readonly StoredTileValues[],
    conversion: ConversionContext,
    check: CheckCandidate,
    batch: TableBatch,
  ): Promise<void> {
    const { key, resourceId, rows } = group;
    batch.rows += rows.length;
    const createBuilder = (): TileBuilder => new TileBuilder(resourceId, this.#nodegroups);
    const builder = this.#scatteredKeys.has(key)
      ? this.#scattered.getBuilder(resourceId, createBuilder)
      : createBuilder();
    const identifiedIds = new Set<string>();
    const valueWarnings: ImportProblem[] = [];
    let addedRows = 0;
    for (const prepared of rows) {
      const { fileRow, row } = prepared;
      const result =
        key === ''
          ? {
              problems: [makeMissingKeyError(row.number, this.#plan)],
              warnings: [],
              isAdded: false,
            }
          : this.#addRow(prepared, { resourceId, builder, stored, identifiedIds }, conversion);
      batch.problems.push(...result.problems);
      valueWarnings.push(...result.warnings);
      if (result.isAdded) addedRows += 1;
      if (result.problems.length === 0) continue;
      batch.faultyRows += 1;
      await this.#context.rejected.add({
        plan: this.#plan,
        row: fileRow,
        problems: result.problems,
      });
    }
    const built = builder.take();
    if (addedRows === 0) {
      batch.leftOut += 1;
      return;
    }
    const matched = matchTiles(
      built.tiles,
      stored,
      identifiedIds,
      this.#findFinalIds(key, resourceId),
      this.#match,
    );
    // A guess about the parents of tiles that are stored changes nothing.
    if (matched.hasNewNested) batch.problems.push(...built.problems);
    const record = {
      key,
      resourceId,
      graphId: this.#context.graph.graphId,
      rowNumber: rows[0]?.row.number ?? 1,
    };
    const result = checkRows(record, matched.tiles, check);
    batch.problems.push(...result.problems);
    if (result.candidate === undefined) batch.leftOut += 1;
    else batch.records.push({ ...result.candidate, valueWarnings });
  }

  #addRow(
    { fileRow, row, tiles }: PreparedRow,
    target: Pick<RowTiles, 'resourceId' | 'builder' | 'stored' | 'identifiedIds'>,
    conversion: ConversionContext,
  ): ReturnType<typeof addRow> {
    const converted = convertRow(row, target.resourceId, conversion);
    return addRow(fileRow, converted, {
      ...target,
      tiles,
      plan: this.#plan,
      plans: this.#context.plans,
      nodegroups: this.#nodegroups,
    });
  }

  #findFinalIds(key: string, resourceId: string): Map<string, string> {
    if (!this.#scatteredKeys.has(key)) return new Map();
    const ids = this.#finalIds.get(resourceId) ?? new Map<string, string>();
    this.#finalIds.set(resourceId, ids);
    return ids;
  }
}
