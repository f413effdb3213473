import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { maxTiles } from '../../../../lib/model/graphs/cardinality.ts';
import { findModelsByName } from '../../../../lib/model/graphs/node-names.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { parseRecordValue } from '../../../../lib/model/resources/resource-record.ts';
import { FileFormatError } from '../file-error.ts';
import { pluralize } from '../../text.ts';
import { importError, importWarning, type ImportProblem } from '../import-problems.ts';
import { nothingOmitted } from '../resources/omit-parts.ts';
import { batchRowGroups } from '../resources/batch-row-groups.ts';
import type { RecordBatch } from '../resources/read-record-batches.ts';
import type { RecordCandidate, SalvageResult } from '../resources/salvage.ts';
import { TileBuilder, type BuiltTile } from './build-tiles.ts';
import type { CsvNodegroup } from './csv-values.ts';
import { convertRow, type ConversionContext } from './convert-rows.ts';
import { indexNodegroups } from './index-nodegroups.ts';
import { loadCells, type CellSources } from './load-cells.ts';
import { planColumns } from './plan-columns.ts';
import { mappingPath, readMapping, type CsvMapping } from './read-mapping.ts';
import { readRowGroups, type RowGroup } from './read-rows.ts';
import type { ScatteredRows } from './scattered-rows.ts';
import type { CsvEncoding } from '../text-encoding.ts';

/** The context of reading CSV files. */
export type CsvContext = CellSources & {
  readonly dataApi: DataApi;
  readonly graphs: ReadonlyMap<string, CompiledGraph>;
  readonly languages: ReadonlySet<string>;
  readonly timeZone: string | null;
  /** The encoding that the user has given. */
  readonly encoding: CsvEncoding | undefined;
  readonly scatteredRows: ScatteredRows;
};

/** The records of one transaction, and the number of rows with errors. */
export type CsvBatch = RecordBatch & { rows: number; faultyRows: number };

export function isCsvFile(file: string): boolean {
  return /\.csv(\.gz)?$/i.test(file);
}

const rowsPerTransaction = 20_000;

/**
 * Streams a CSV file in batches for one transaction each. A cell with an error is reported, and is left out with the values of its row
 * that belong together with it (`convertRow`).
 * @param check returns the valid part of a record
 * @throws FileFormatError if the file cannot be read at all
 */
export async function* readCsvBatches(
  file: string,
  context: CsvContext,
  check: (candidate: RecordCandidate) => SalvageResult,
): AsyncGenerator<CsvBatch> {
  const mapping = await readMapping(file);
  const graph = findGraph(file, mapping, context);
  const reader = new CsvReader(mapping, graph, context, await context.scatteredRows.findKeys());
  const groups = readRowGroups(file, context.encoding, (headings) => reader.readHeadings(headings));
  yield* batchRowGroups(groups, {
    keyOf: ({ resourceKey }) => resourceKey,
    readBatch: async (batch) => reader.readBatch(batch, check),
    rowsPerTransaction,
    listFinalProblems: () => reader.listColumnProblems(),
  });
}

/** Finds the model of a file: by its mapping, otherwise by the name of the file. */
function findGraph(
  file: string,
  mapping: CsvMapping | undefined,
  { graphs }: Pick<CsvContext, 'graphs'>,
): CompiledGraph {
  if (mapping !== undefined) {
    const graph = graphs.get(mapping.graphId);
    if (graph?.isResourceModel === true) return graph;
    const reason =
      graph === undefined
        ? 'is not known: import its resource model first'
        : 'is a branch, which has no resource instances';
    const message = `Graph ${mapping.graphId} of the mapping ${reason}`;
    throw new FileFormatError(graph === undefined ? 'unknown_graph' : 'graph_is_branch', message);
  }
  const name = (file.split(/[/\\]/).at(-1) ?? '').replace(/\.csv(\.gz)?$/i, '');
  const [graph, anotherGraph] = findModelsByName(graphs.values(), name);
  if (graph !== undefined && anotherGraph === undefined) return graph;
  const message = `The model of the file is unknown: add the mapping ${mappingPath(file)}, or give the file the name of a resource model`;
  throw new FileFormatError('missing_mapping', message);
}

/** Returns the id of the model of a file, or undefined if it is unknown: `readCsvBatches` reports that. */
export async function findCsvGraphId(
  file: string,
  context: Pick<CsvContext, 'graphs'>,
): Promise<string | undefined> {
  try {
    return findGraph(file, await readMapping(file), context).graphId;
  } catch (error) {
    if (error instanceof FileFormatError) return undefined;
    throw error;
  }
}

/** Converts the rows of one CSV file to records, in groups of rows with the same key. */
class CsvReader {
  readonly #mapping: CsvMapping | undefined;
  readonly #context: CsvContext;
  readonly #graph: CompiledGraph;
  readonly #nodegroups: ReadonlyMap<string, CsvNodegroup>;
  readonly #problems: ImportProblem[] = [];
  readonly #scatteredKeys: ReadonlySet<string>;
  /** The number of filled cells in unusable columns, by position. */
  readonly #unusableCells = new Map<number, number>();
  #conversion: ConversionContext | undefined;
  #hasWarnedOfLabels = false;

  constructor(
    mapping: CsvMapping | undefined,
    graph: CompiledGraph,
    context: CsvContext,
    scatteredKeys: ReadonlySet<string>,
  ) {
    this.#scatteredKeys = scatteredKeys;
    this.#mapping = mapping;
    this.#graph = graph;
    this.#context = context;
    this.#nodegroups = indexNodegroups(graph);
  }

  readHeadings(headings: readonly string[]): void {
    const plan = planColumns(headings, this.#mapping, this.#graph, this.#context);
    this.#problems.push(...plan.problems);
    this.#conversion = {
      ...this.#context,
      graph: this.#graph,
      plan,
      headings,
      outermostIdOf: (nodegroupId) => this.#findOutermostId(nodegroupId),
    };
  }

  #findOutermostId(nodegroupId: string): string {
    const parent = this.#nodegroups.get(nodegroupId)?.parentNodegroupId ?? null;
    return parent === null ? nodegroupId : this.#findOutermostId(parent);
  }

  async readBatch(
    groups: readonly RowGroup[],
    check: (candidate: RecordCandidate) => SalvageResult,
  ): Promise<CsvBatch> {
    const batch: CsvBatch = {
      records: [],
      problems: this.#problems.splice(0),
      size: groups.length,
      leftOut: 0,
      omitted: nothingOmitted,
      rows: 0,
      faultyRows: 0,
    };
    if (this.#conversion === undefined) return batch;
    await this.#loadLookup(groups, this.#conversion);
    batch.problems.push(...this.#problems.splice(0));
    for (const group of groups) this.#readGroup(group, this.#conversion, check, batch);
    return batch;
  }

  /** Lists the errors of columns that have values but no node. */
  listColumnProblems(): readonly ImportProblem[] {
    return [...(this.#conversion?.plan.unusableColumns ?? [])].flatMap(([position, problem]) => {
      const cells = this.#unusableCells.get(position) ?? 0;
      if (cells === 0) return [];
      const message = `${problem.message} Filled cells that are left out: ${cells}.`;
      return [{ ...problem, message }];
    });
  }

  async #loadLookup(groups: readonly RowGroup[], { plan }: ConversionContext): Promise<void> {
    const rows = groups.flatMap((group) => group.rows);
    const uncheckedColumns = await loadCells(rows, plan.columns, this.#context);
    if (uncheckedColumns === 0 || this.#hasWarnedOfLabels) return;
    this.#hasWarnedOfLabels = true;
    const message = `The labels of ${pluralize(uncheckedColumns, 'column')} were not checked, because a dry run does not store their collections.`;
    this.#problems.push(importWarning('labels_not_checked', message));
  }

  #readGroup(
    { resourceKey, rows }: RowGroup,
    conversion: ConversionContext,
    check: (candidate: RecordCandidate) => SalvageResult,
    batch: CsvBatch,
  ): void {
    batch.rows += rows.length;
    this.#countUnusableCells(rows);
    const firstRowNumber = rows[0]?.number ?? 0;
    if (resourceKey === '') {
      for (const { number } of rows) batch.problems.push(makeMissingIdError(number));
      batch.faultyRows += rows.length;
      batch.leftOut += 1;
      return;
    }
    const resourceId = isUuid(resourceKey)
      ? resourceKey
      : deriveNameUuid(this.#graph.graphId, resourceKey);
    const createBuilder = (): TileBuilder => new TileBuilder(resourceId, this.#nodegroups);
    const builder = this.#scatteredKeys.has(resourceKey)
      ? this.#context.scatteredRows.getBuilder(resourceId, createBuilder)
      : createBuilder();
    const valueWarnings: ImportProblem[] = [];
    let addedRows = 0;
    for (const row of rows) {
      const converted = convertRow(row, resourceId, conversion);
      batch.problems.push(...converted.problems);
      valueWarnings.push(...converted.warnings);
      if (converted.problems.length > 0) batch.faultyRows += 1;
      if (converted.row.values.length === 0 && converted.problems.length > 0) continue;
      builder.addRow(converted.row);
      addedRows += 1;
    }
    const { tiles, problems } = builder.take();
    batch.problems.push(...problems);
    const candidate =
      addedRows === 0
        ? undefined
        : this.#toCandidate(resourceId, resourceKey, tiles, firstRowNumber, batch);
    const result = candidate && check(candidate);
    batch.problems.push(...(result?.problems ?? []));
    if (result?.candidate === undefined) batch.leftOut += 1;
    else batch.records.push({ ...result.candidate, valueWarnings });
  }

  #toCandidate(
    resourceId: string,
    resourceKey: string,
    tiles: readonly BuiltTile[],
    firstRowNumber: number,
    batch: CsvBatch,
  ): RecordCandidate | undefined {
    const pointer = `/${firstRowNumber - 1}`;
    const header = {
      resourceinstanceid: resourceId,
      graph_id: this.#graph.graphId,
      // With null, a stored legacy id is kept.
      legacyid: isUuid(resourceKey) ? null : resourceKey,
    };
    const result = parseRecordValue({ resourceinstance: header, tiles }, pointer);
    if (!result.ok) {
      batch.problems.push(...result.problems);
      return undefined;
    }
    const { record, without } = result;
    return {
      record,
      without,
      pointer,
      positions: [...record.tiles.keys()],
      // A file may have only some columns, so values that a tile lacks are not removed from the stored tile.
      partialTileIds: new Set(record.tiles.map(({ tile_id: id }) => id)),
      replacingTileIds: new Set(
        record.tiles.flatMap(({ tile_id: id, nodegroup_id: nodegroupId }) => {
          const nodegroup = this.#nodegroups.get(nodegroupId);
          return nodegroup !== undefined && maxTiles(nodegroup) === 1 ? [id] : [];
        }),
      ),
    };
  }

  #countUnusableCells(rows: RowGroup['rows']): void {
    for (const position of this.#conversion?.plan.unusableColumns.keys() ?? []) {
      const cells = rows.filter(({ texts }) => (texts[position]?.trim() ?? '') !== '').length;
      this.#unusableCells.set(position, (this.#unusableCells.get(position) ?? 0) + cells);
    }
  }
}

function makeMissingIdError(number: number): ImportProblem {
  const message = `Row ${number}, column "ResourceID": the id of the resource instance is missing. Fill in its id, or its id in another system.`;
  const pointer = `/${number - 1}/ResourceID`;
  return { ...importError('missing_resource_id', message, { pointer }), column: 'ResourceID' };
}
