import { maxTiles } from '../../../../lib/model/graphs/cardinality.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { pluralize } from '../../text.ts';
import { toFileProblem } from '../file-error.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import type { RecordCandidate, SalvageResult } from '../resources/salvage.ts';
import { createValueKeyMaker, mergeRecords, listTileIds } from './merge-records.ts';
import { readCsvBatches, type CsvBatch, type CsvContext } from './read-csv-batches.ts';

/**
 * Which business data is imported if a package has JSON and CSV. `auto`: JSON, and CSV only of models without JSON; `json`: only JSON;
 * `csv`: only CSV; `both`: JSON, with the values that only the CSV has.
 */
export type BusinessDataChoice = 'auto' | 'json' | 'csv' | 'both';

type LoadedFile = {
  readonly problems: ImportProblem[];
  candidates: readonly RecordCandidate[];
  readonly batches: readonly CsvBatch[];
};

const recordsPerBatch = 1000;

/**
 * The CSV files of an import that also has JSON files. They are loaded before the JSON is read, so that each JSON record can be merged
 * with the CSV record of the same resource instance.
 */
export class CsvBesideJson {
  readonly #context: CsvContext;
  readonly #choice: BusinessDataChoice;
  readonly #files = new Map<string, LoadedFile>();
  /** The CSV records that are not merged with a JSON record yet, by the id of the resource instance. */
  readonly #records = new Map<string, RecordCandidate>();
  /** The ids of models that have JSON records. */
  readonly #jsonGraphIds = new Set<string>();
  readonly #counts = new Map<string, { added: number; different: number }>();

  constructor(choice: BusinessDataChoice, context: CsvContext) {
    this.#choice = choice;
    this.#context = context;
  }

  /** Loads the files into memory. `readRest` reports a file that cannot be read. */
  async load(
    files: readonly string[],
    check: (candidate: RecordCandidate) => SalvageResult,
  ): Promise<void> {
    for (const file of files) {
      const batches: CsvBatch[] = [];
      const problems: ImportProblem[] = [];
      try {
        for await (const batch of readCsvBatches(file, this.#context, check)) batches.push(batch);
      } catch (error) {
        problems.push(toFileProblem(error));
      }
      problems.push(...batches.flatMap((batch) => batch.problems));
      const candidates = batches.flatMap((batch) => batch.records);
      this.#files.set(file, { problems, candidates, batches });
      for (const candidate of candidates) this.#addRecord(candidate);
    }
  }

  /** Adds a CSV record. If the rows of its resource instance are not consecutive in the file, merges it with the earlier record. */
  #addRecord(candidate: RecordCandidate): void {
    const id = candidate.record.resource.resource_id;
    const earlier = this.#records.get(id);
    if (earlier === undefined) {
      this.#records.set(id, candidate);
      return;
    }
    const tileIds = new Set(earlier.record.tiles.map((tile) => tile.tile_id));
    const tiles = [
      ...earlier.record.tiles.map((tile) => {
        const added = candidate.record.tiles.find(({ tile_id: tileId }) => tileId === tile.tile_id);
        return added === undefined ? tile : { ...tile, data: { ...tile.data, ...added.data } };
      }),
      ...candidate.record.tiles.filter((tile) => !tileIds.has(tile.tile_id)),
    ];
    this.#records.set(id, {
      ...replaceTiles(earlier, tiles),
      replacingTileIds: new Set([...earlier.replacingTileIds, ...candidate.replacingTileIds]),
      valueWarnings: [...(earlier.valueWarnings ?? []), ...(candidate.valueWarnings ?? [])],
    });
  }

  /** Compares a JSON record with the CSV record of the same resource instance, and merges them if both are imported. */
  mergeWithCsv(candidate: RecordCandidate): RecordCandidate {
    const { record } = candidate;
    const { graph_id: graphId, resource_id: id } = record.resource;
    this.#jsonGraphIds.add(graphId);
    const csvCandidate = this.#records.get(id);
    if (csvCandidate === undefined || csvCandidate.record.resource.graph_id !== graphId)
      return candidate;
    this.#records.delete(id);
    const graph = this.#context.graphs.get(graphId);
    const nodes = new Map<string, CompiledNode>(graph?.nodes.map((node) => [node.nodeId, node]));
    const singleTileNodegroupIds = new Set<string>(
      graph?.nodegroups
        .filter((nodegroup) => maxTiles(nodegroup) === 1)
        .map((nodegroup) => nodegroup.nodegroupId),
    );
    const toKey = createValueKeyMaker(nodes, this.#context.concepts);
    const merged = mergeRecords(record, csvCandidate.record, toKey, (nodegroupId) =>
      singleTileNodegroupIds.has(nodegroupId),
    );
    const counts = this.#getCounts(graphId);
    counts.added += merged.added;
    counts.different += merged.different;
    if (this.#choice !== 'both') return candidate;
    const { tiles } = merged.record;
    return {
      ...candidate,
      record: merged.record,
      positions: [...candidate.positions, ...tiles.keys()].slice(0, tiles.length),
      partialTileIds: new Set([...candidate.partialTileIds, ...listTileIds(merged.newTiles)]),
    };
  }

  /** Yields the records of a CSV file that have no JSON, and a warning about the differences. Must be called after all JSON is read. */
  *readRest(file: string): Generator<CsvBatch> {
    const loaded = this.#files.get(file);
    if (loaded === undefined) return;
    const [firstCandidate] = loaded.candidates;
    const graphId = firstCandidate?.record.resource.graph_id;
    const hasJson = graphId !== undefined && this.#jsonGraphIds.has(graphId);
    const unmatched = loaded.candidates.flatMap(({ record }) => {
      const candidate = this.#records.get(record.resource.resource_id);
      this.#records.delete(record.resource.resource_id);
      return candidate ?? [];
    });
    const faultyRows = sum(loaded.batches, (batch) => batch.faultyRows);
    const importsRest = !hasJson || this.#choice === 'both';
    const problems = importsRest ? [...loaded.problems] : [];
    if (hasJson) {
      const warning = this.#describeDifferences(graphId, unmatched, faultyRows);
      if (warning !== undefined) problems.push(warning);
    }
    for (let start = 0; start === 0 || start < unmatched.length; start += recordsPerBatch) {
      const records = importsRest ? unmatched.slice(start, start + recordsPerBatch) : [];
      const isFirst = start === 0;
      yield {
        records,
        problems: isFirst ? problems : [],
        size: records.length,
        leftOut: isFirst && importsRest ? sum(loaded.batches, (batch) => batch.leftOut) : 0,
        omitted: { tiles: 0, values: 0 },
        rows: isFirst ? sum(loaded.batches, (batch) => batch.rows) : 0,
        faultyRows: isFirst ? faultyRows : 0,
      };
      if (!importsRest) break;
    }
  }

  #getCounts(graphId: string): { added: number; different: number } {
    const counts = this.#counts.get(graphId) ?? { added: 0, different: 0 };
    this.#counts.set(graphId, counts);
    return counts;
  }

  /** Makes the warning about the differences between the CSV and the JSON of a model; undefined if there are none. */
  #describeDifferences(
    graphId: string,
    unmatched: readonly RecordCandidate[],
    faultyRows: number,
  ): ImportProblem | undefined {
    const { added, different } = this.#getCounts(graphId);
    this.#counts.delete(graphId);
    if (added + different + unmatched.length + faultyRows === 0) return undefined;
    const restValues = sum(unmatched, ({ record }) =>
      sum(record.tiles, (tile) => Object.keys(tile.data).length),
    );
    const csvOnlyText = `${pluralize(unmatched.length, 'resource instance')} with ${pluralize(restValues, 'value')}, and ${pluralize(added, 'value')} of other resource instances`;
    const result =
      this.#choice === 'both'
        ? `They were imported. For ${pluralize(different, 'value')} that differ, the JSON was imported.`
        : `The JSON was imported, also for ${pluralize(different, 'value')} that differ. ${describeFaultyRows(faultyRows)}Use --business-data both to add what only the CSV has, or --business-data csv to import the CSV instead.`;
    return importWarning('csv_beside_json', `Only the CSV has ${csvOnlyText}. ${result}`);
  }
}

function describeFaultyRows(rows: number): string {
  return rows === 0
    ? ''
    : `${pluralize(rows, 'row')} of the CSV ${rows === 1 ? 'has' : 'have'} errors. `;
}

function replaceTiles(
  candidate: RecordCandidate,
  tiles: RecordCandidate['record']['tiles'],
): RecordCandidate {
  return {
    ...candidate,
    record: { ...candidate.record, tiles },
    positions: [...tiles.keys()],
    partialTileIds: listTileIds(tiles),
  };
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
