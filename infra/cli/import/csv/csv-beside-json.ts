import { maxTiles } from '../../../../lib/model/graphs/cardinality.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { pluralize } from '../../text.ts';
import { toFileProblem } from '../file-error.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import type { RecordCandidate, SalvageResult } from '../resources/salvage.ts';
import { createValueKey, mergeRecords, partialIds } from './merge-records.ts';
import { readCsvBatches, type CsvBatch, type CsvContext } from './read-csv-batches.ts';

/**
 * Which business data is imported. `auto`: CSV only of models of which there is no JSON; `json` and `csv`: only these; `both`: the
 * JSON, and what only the CSV has.
 */
export type BusinessDataChoice = 'auto' | 'json' | 'csv' | 'both';

type LoadedFile = {
  readonly problems: ImportProblem[];
  candidates: readonly RecordCandidate[];
  readonly batches: readonly CsvBatch[];
};

const recordsPerBatch = 1000;

/**
 * The CSV files beside the JSON files of a package. They are loaded before the JSON, so that each JSON record can be merged with the
 * CSV record of the same resource instance.
 */
export class CsvBesideJson {
  readonly #context: CsvContext;
  readonly #choice: BusinessDataChoice;
  readonly #files = new Map<string, LoadedFile>();
  /** The records that no JSON record was merged with yet, by resource id. */
  readonly #records = new Map<string, RecordCandidate>();
  /** Ids of the models of which there is JSON. */
  readonly #jsonGraphIds = new Set<string>();
  readonly #counts = new Map<string, { added: number; different: number }>();

  constructor(choice: BusinessDataChoice, context: CsvContext) {
    this.#choice = choice;
    this.#context = context;
  }

  /** Loads the files into memory. A file that cannot be read is reported with its records. */
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

  /** Adds a record. Scattered rows of one resource instance are one record. */
  #addRecord(candidate: RecordCandidate): void {
    const id = candidate.record.resource.resource_id;
    const before = this.#records.get(id);
    if (before === undefined) {
      this.#records.set(id, candidate);
      return;
    }
    const tileIds = new Set(before.record.tiles.map((tile) => tile.tile_id));
    const tiles = [
      ...before.record.tiles.map((tile) => {
        const other = candidate.record.tiles.find(({ tile_id: tileId }) => tileId === tile.tile_id);
        return other === undefined ? tile : { ...tile, data: { ...tile.data, ...other.data } };
      }),
      ...candidate.record.tiles.filter((tile) => !tileIds.has(tile.tile_id)),
    ];
    this.#records.set(id, withTiles(before, tiles));
  }

  /** Merges a JSON record with the CSV record of the same resource instance, or only compares them. */
  complete(candidate: RecordCandidate): RecordCandidate {
    const { record } = candidate;
    const { graph_id: graphId, resource_id: id } = record.resource;
    this.#jsonGraphIds.add(graphId);
    const csv = this.#records.get(id);
    if (csv === undefined || csv.record.resource.graph_id !== graphId) return candidate;
    this.#records.delete(id);
    const graph = this.#context.graphs.get(graphId);
    const nodes = new Map<string, CompiledNode>(graph?.nodes.map((node) => [node.nodeId, node]));
    const singleIds = new Set<string>(
      graph?.nodegroups
        .filter((nodegroup) => maxTiles(nodegroup) === 1)
        .map((one) => one.nodegroupId),
    );
    const keyOf = createValueKey(nodes, this.#context.lookup);
    const merged = mergeRecords(record, csv.record, keyOf, (nodegroupId) =>
      singleIds.has(nodegroupId),
    );
    const counts = this.#countsOf(graphId);
    counts.added += merged.added;
    counts.different += merged.different;
    if (this.#choice !== 'both') return candidate;
    const { tiles } = merged.record;
    return {
      ...candidate,
      record: merged.record,
      positions: [...candidate.positions, ...tiles.keys()].slice(0, tiles.length),
      partialTileIds: new Set([...candidate.partialTileIds, ...partialIds(merged.newTiles)]),
    };
  }

  /** Yields the records of a CSV file that have no JSON, and the warning about the rest. All JSON files have been read. */
  *readRest(file: string): Generator<CsvBatch> {
    const loaded = this.#files.get(file);
    if (loaded === undefined) return;
    const [first] = loaded.candidates;
    const graphId = first?.record.resource.graph_id;
    const isCovered = graphId !== undefined && this.#jsonGraphIds.has(graphId);
    const rest = loaded.candidates.flatMap(({ record }) => {
      const candidate = this.#records.get(record.resource.resource_id);
      this.#records.delete(record.resource.resource_id);
      return candidate ?? [];
    });
    const faultyRows = sum(loaded.batches, (batch) => batch.faultyRows);
    const takesRest = !isCovered || this.#choice === 'both';
    const problems = takesRest ? [...loaded.problems] : [];
    if (isCovered) {
      const warning = this.#describe(graphId, rest, faultyRows);
      if (warning !== undefined) problems.push(warning);
    }
    for (let start = 0; start === 0 || start < rest.length; start += recordsPerBatch) {
      const records = takesRest ? rest.slice(start, start + recordsPerBatch) : [];
      const isFirst = start === 0;
      yield {
        records,
        problems: isFirst ? problems : [],
        size: records.length,
        leftOut: isFirst && takesRest ? sum(loaded.batches, (batch) => batch.leftOut) : 0,
        omitted: { tiles: 0, values: 0 },
        rows: isFirst ? sum(loaded.batches, (batch) => batch.rows) : 0,
        faultyRows: isFirst && takesRest ? faultyRows : 0,
      };
      if (!takesRest) break;
    }
  }

  #countsOf(graphId: string): { added: number; different: number } {
    const counts = this.#counts.get(graphId) ?? { added: 0, different: 0 };
    this.#counts.set(graphId, counts);
    return counts;
  }

  /** The warning about the differences between the CSV and the JSON of a model; undefined if there are none. */
  #describe(
    graphId: string,
    rest: readonly RecordCandidate[],
    faultyRows: number,
  ): ImportProblem | undefined {
    const { added, different } = this.#countsOf(graphId);
    this.#counts.delete(graphId);
    if (added + different + rest.length + faultyRows === 0) return undefined;
    const restValues = sum(rest, ({ record }) =>
      sum(record.tiles, (tile) => Object.keys(tile.data).length),
    );
    const only = `${pluralize(rest.length, 'resource instance')} with ${pluralize(restValues, 'value')}, and ${pluralize(added, 'value')} of others`;
    const result =
      this.#choice === 'both'
        ? `They were added; ${pluralize(different, 'value')} that the JSON has otherwise were not taken.`
        : `The JSON was taken, also for ${pluralize(different, 'value')} that differ. ${faultyRowsText(faultyRows)}--business-data both adds what only the CSV has, --business-data csv takes the CSV.`;
    return importWarning('csv_beside_json', `Only the CSV has ${only}. ${result}`);
  }
}

function faultyRowsText(rows: number): string {
  return rows === 0
    ? ''
    : `${pluralize(rows, 'row')} of the CSV ${rows === 1 ? 'has' : 'have'} errors. `;
}

function withTiles(
  candidate: RecordCandidate,
  tiles: RecordCandidate['record']['tiles'],
): RecordCandidate {
  return {
    ...candidate,
    record: { ...candidate.record, tiles },
    positions: [...tiles.keys()],
    partialTileIds: partialIds(tiles),
  };
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
