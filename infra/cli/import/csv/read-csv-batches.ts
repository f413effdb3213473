import type { DataApi } from '../../../../lib/data-api/client.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { findModelsByName } from '../../../../lib/model/graphs/node-names.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import { parseRecordValue } from '../../../../lib/model/resources/resource-record.ts';
import { FileFormatError, toFileProblem } from '../file-error.ts';
import { pluralize } from '../../text.ts';
import { importError, importWarning, type ImportProblem } from '../import-problems.ts';
import { nothingOmitted } from '../resources/omit-parts.ts';
import type { RecordBatch } from '../resources/read-record-batches.ts';
import type { RecordCandidate, SalvageResult } from '../resources/salvage.ts';
import { TileBuilder, type BuiltTile, type CsvNodegroup } from './build-tiles.ts';
import { hasNoCollection, CellLookup } from './cell-lookup.ts';
import { convertRow, type ConversionContext } from './convert-rows.ts';
import { planColumns } from './plan-columns.ts';
import { listResourceNames, listValueIds } from './read-cell.ts';
import { mappingPath, readMapping, type CsvMapping } from './read-mapping.ts';
import { readRowGroups, type RowGroup } from './read-rows.ts';

/** The models and lookups that CSV files need. */
export type CsvContext = {
  readonly dataApi: DataApi;
  readonly graphs: ReadonlyMap<string, CompiledGraph>;
  readonly languages: ReadonlySet<string>;
  /** The project's default language. */
  readonly language: string;
  readonly timeZone: string | null;
  /** In a dry run, labels of collections that are not stored are not checked. */
  readonly dryRun: boolean;
  readonly lookup: CellLookup;
};

/** Records of one transaction, and how many rows have errors. */
export type CsvBatch = RecordBatch & { rows: number; faultyRows: number };

export function isCsvFile(file: string): boolean {
  return /\.csv(\.gz)?$/i.test(file);
}

const recordsPerTransaction = 1000;
const rowsPerTransaction = 20_000;

/**
 * Streams a CSV file in batches that fit one transaction. A cell with an error is reported, and left out with the values of
 * the same nodegroup in its row.
 * @param check returns the sound part of a record
 * @throws FileFormatError if the file cannot be read at all
 */
export async function* readCsvBatches(
  file: string,
  context: CsvContext,
  check: (candidate: RecordCandidate) => SalvageResult,
): AsyncGenerator<CsvBatch> {
  const mapping = await readMapping(file);
  const graph = findGraph(file, mapping, context);
  const reader = new CsvReader(mapping, graph, context, await findScatteredKeys(file));
  let groups: RowGroup[] = [];
  let rows = 0;
  let ids = new Set<string>();
  const takeBatch = async (): Promise<CsvBatch> => {
    const batch = await reader.readBatch(groups, check);
    groups = [];
    rows = 0;
    ids = new Set();
    return batch;
  };
  try {
    for await (const group of readRowGroups(file, (headings) => reader.open(headings))) {
      // A second group of the same resource instance is added to the first one, which must be written before.
      if (ids.has(group.resourceKey)) yield takeBatch();
      ids.add(group.resourceKey);
      groups.push(group);
      rows += group.rows.length;
      if (groups.length >= recordsPerTransaction || rows >= rowsPerTransaction) yield takeBatch();
    }
  } catch (error) {
    const stopped = toFileProblem(error);
    const batch = await takeBatch();
    const message = `${stopped.message}. The rest of the file was not read.`;
    batch.problems.push({ ...stopped, message });
    yield batch;
    return;
  }
  const last = await takeBatch();
  last.problems.push(...reader.columnProblems());
  yield last;
}

/** Finds the resource instances whose rows do not all follow one another. */
async function findScatteredKeys(file: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const scattered = new Set<string>();
  try {
    for await (const { resourceKey } of readRowGroups(file, () => {})) {
      if (keys.has(resourceKey)) scattered.add(resourceKey);
      keys.add(resourceKey);
    }
  } catch (error) {
    // Reading the rows reports it.
    if (!(error instanceof FileFormatError)) throw error;
  }
  return scattered;
}

/** Finds the model of a file: by its mapping, otherwise by the name of the file. */
function findGraph(
  file: string,
  mapping: CsvMapping | undefined,
  { graphs }: CsvContext,
): CompiledGraph {
  if (mapping !== undefined) {
    const graph = graphs.get(mapping.graphId);
    if (graph?.isResourceModel === true) return graph;
    const reason =
      graph === undefined ? 'is not known: import its resource model first' : 'is a branch';
    const message = `Graph ${mapping.graphId}, which the mapping names, ${reason}`;
    throw new FileFormatError(graph === undefined ? 'unknown_graph' : 'graph_is_branch', message);
  }
  const name = (file.split(/[/\\]/).at(-1) ?? '').replace(/\.csv(\.gz)?$/i, '');
  const [graph, another] = findModelsByName(graphs.values(), name);
  if (graph !== undefined && another === undefined) return graph;
  const message = `The file has no mapping ${mappingPath(file)}, and its name is not that of one resource model`;
  throw new FileFormatError('missing_mapping', message);
}

/** Returns the id of the model of a file; undefined if it cannot be found, which reading the file reports. */
export async function findCsvGraphId(
  file: string,
  context: CsvContext,
): Promise<string | undefined> {
  try {
    return findGraph(file, await readMapping(file), context).graphId;
  } catch (error) {
    if (error instanceof FileFormatError) return undefined;
    throw error;
  }
}

class CsvReader {
  readonly #mapping: CsvMapping | undefined;
  readonly #context: CsvContext;
  readonly #graph: CompiledGraph;
  readonly #nodegroups: ReadonlyMap<string, CsvNodegroup>;
  readonly #problems: ImportProblem[] = [];
  readonly #scatteredKeys: ReadonlySet<string>;
  /** The builders of resource instances with scattered rows, which know the tiles of earlier rows. */
  readonly #builders = new Map<string, TileBuilder>();
  /** How many cells the unusable columns have. */
  readonly #unusableCells = new Map<number, number>();
  #conversion: ConversionContext | undefined;
  #hasWarned = false;
  #resourceNameColumns: readonly number[] = [];

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
    const names = new Map<string, string>(
      graph.nodes.map((node) => [node.nodeId, node.propertyName]),
    );
    this.#nodegroups = new Map(
      graph.nodegroups.map(({ nodegroupId, parentNodegroupId, cardinality, depth }) => [
        nodegroupId,
        {
          nodegroupId,
          parentNodegroupId,
          cardinality,
          depth,
          name: names.get(nodegroupId) ?? nodegroupId,
        },
      ]),
    );
  }

  open(headings: readonly string[]): void {
    const plan = planColumns(headings, this.#mapping, this.#graph);
    this.#problems.push(...plan.problems);
    this.#conversion = {
      ...this.#context,
      graph: this.#graph,
      plan,
      headings,
      ancestorOf: (nodegroupId) => this.#findAncestor(nodegroupId),
    };
    this.#resourceNameColumns = plan.columns.flatMap(({ node, position }) =>
      datatypeOf(node.datatype).holds === 'resource instances' ? [position] : [],
    );
  }

  #findAncestor(nodegroupId: string): string {
    const parent = this.#nodegroups.get(nodegroupId)?.parentNodegroupId ?? null;
    return parent === null ? nodegroupId : this.#findAncestor(parent);
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

  /** The errors of columns that have values, but no node. */
  columnProblems(): readonly ImportProblem[] {
    return [...(this.#conversion?.plan.unusable ?? [])].flatMap(([position, problem]) => {
      const cells = this.#unusableCells.get(position) ?? 0;
      if (cells === 0) return [];
      const message = `${problem.message} Filled cells that are left out: ${cells}.`;
      return [{ ...problem, message }];
    });
  }

  async #loadLookup(groups: readonly RowGroup[], { plan }: ConversionContext): Promise<void> {
    const { lookup } = this.#context;
    await lookup.loadCollections(plan.columns.map(({ node }) => node));
    const unchecked = plan.columns.filter(({ node }) => lookup.hasEmptyCollection(node));
    if (this.#context.dryRun && unchecked.length > 0 && !this.#hasWarned) {
      this.#hasWarned = true;
      const message = `The labels of ${pluralize(unchecked.length, 'column')} were not checked, because their collections are not stored.`;
      this.#problems.push(importWarning('labels_not_checked', message));
    }
    const cellsOf = (positions: readonly number[]): readonly string[] =>
      groups
        .flatMap(({ rows }) => rows)
        .flatMap(({ texts }) => positions.map((position) => texts[position]?.trim() ?? ''))
        .filter((cell) => cell !== '');
    await lookup.loadResourceNames(cellsOf(this.#resourceNameColumns).flatMap(listResourceNames));
    const columnsWithoutCollection = plan.columns.filter(({ node }) => hasNoCollection(node));
    await lookup.loadLabels(
      cellsOf(columnsWithoutCollection.map(({ position }) => position)).flatMap(listValueIds),
    );
  }

  #readGroup(
    { resourceKey, rows }: RowGroup,
    conversion: ConversionContext,
    check: (candidate: RecordCandidate) => SalvageResult,
    batch: CsvBatch,
  ): void {
    batch.rows += rows.length;
    this.#countUnusableCells(rows);
    const first = rows[0]?.number ?? 0;
    if (resourceKey === '') {
      for (const { number } of rows) batch.problems.push(missingIdProblem(number));
      batch.faultyRows += rows.length;
      batch.leftOut += 1;
      return;
    }
    // An id of another system gives a stable id.
    const resourceId = isUuid(resourceKey)
      ? resourceKey
      : nameUuid(this.#graph.graphId, resourceKey);
    const builder =
      this.#builders.get(resourceKey) ?? new TileBuilder(resourceId, this.#nodegroups);
    if (this.#scatteredKeys.has(resourceKey)) this.#builders.set(resourceKey, builder);
    let added = 0;
    for (const row of rows) {
      const converted = convertRow(row, resourceId, conversion);
      batch.problems.push(...converted.problems);
      if (converted.problems.length > 0) batch.faultyRows += 1;
      if (converted.row.values.length === 0 && converted.problems.length > 0) continue;
      builder.addRow(converted.row);
      added += 1;
    }
    const { tiles, problems } = builder.take();
    batch.problems.push(...problems);
    const candidate =
      added === 0 ? undefined : this.#toCandidate(resourceId, resourceKey, tiles, first, batch);
    const result = candidate && check(candidate);
    batch.problems.push(...(result?.problems ?? []));
    if (result?.candidate === undefined) batch.leftOut += 1;
    else batch.records.push(result.candidate);
  }

  #toCandidate(
    resourceId: string,
    resourceKey: string,
    tiles: readonly BuiltTile[],
    firstRow: number,
    batch: CsvBatch,
  ): RecordCandidate | undefined {
    const pointer = `/${firstRow - 1}`;
    const header = {
      resourceinstanceid: resourceId,
      graph_id: this.#graph.graphId,
      // A stored legacy id stays.
      legacyid: isUuid(resourceKey) ? null : resourceKey,
    };
    const result = parseRecordValue({ resourceinstance: header, tiles }, pointer);
    if (!result.ok) {
      batch.problems.push(...result.problems);
      return undefined;
    }
    const { record } = result;
    return {
      record,
      pointer,
      positions: [...record.tiles.keys()],
      // A row lacks the values of other columns, so it removes none.
      partialTileIds: new Set(record.tiles.map(({ tile_id: id }) => id)),
    };
  }

  #countUnusableCells(rows: RowGroup['rows']): void {
    for (const position of this.#conversion?.plan.unusable.keys() ?? []) {
      const cells = rows.filter(({ texts }) => (texts[position]?.trim() ?? '') !== '').length;
      this.#unusableCells.set(position, (this.#unusableCells.get(position) ?? 0) + cells);
    }
  }
}

function missingIdProblem(number: number): ImportProblem {
  const message = `Row ${number}, column "ResourceID": the id of the resource instance is missing.`;
  return importError('missing_resource_id', message, { pointer: `/${number - 1}/ResourceID` });
}
