import { readParts } from '../../../lib/data-api/chunks.ts';
import type { Row } from '../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../lib/data-api/errors.ts';
import { isObject } from '../../../lib/model/datatypes/values.ts';
import type { CompiledGraph } from '../../../lib/model/graph/compiled.ts';
import type { Problem } from '../../../lib/model/problem.ts';
import { knownLanguages, publishedGraphs } from '../../../lib/queries/models.ts';
import { findOtherGraphs, findTiles, findTilesOfOthers } from '../../../lib/queries/conflicts.ts';
import { checkRecord } from './check-record.ts';
import { ImportStopped, inBatches, type ImportContext } from './context.ts';
import { FileFormatError } from './file-error.ts';
import { readRecords } from './json-records.ts';
import { indexModel, type ModelIndex } from './model-index.ts';
import { readRecord, type ResourceRecord } from './resource-record.ts';
import { addWritten, nothingWritten, writeResources, type Written } from './write-resources.ts';

/** What an import of resource instances met and changed. */
export type ResourcesImported = Written & {
  /** Records that were read and are sound, with their tiles. */
  readonly resources: number;
  readonly tiles: number;
  /** Records that were reported and left out. */
  readonly skipped: number;
};

const recordsPerTransaction = 1000;
const idsPerStatement = 10_000;
// A transaction also ends by size, so that memory stays bounded whatever the records are like.
const charactersPerTransaction = 32_000_000;

type Candidate = { readonly record: ResourceRecord; readonly pointer: string };

type Models = {
  readonly graphs: Map<string, CompiledGraph>;
  readonly index: Map<string, ModelIndex>;
  readonly languages: Set<string>;
};

/**
 * Imports resource instances by transactions of 1,000 records. A record that cannot go in is reported and left out, the
 * rest goes in; with `strict` the first one stops the import and rolls its transaction back.
 * @param files business data files; they are streamed, so their size does not matter
 * @param more compiled graphs that are not stored: those of a dry run
 * @throws ImportStopped in a strict import
 */
export async function importResources(
  files: readonly string[],
  context: ImportContext,
  more: readonly CompiledGraph[] = [],
): Promise<ResourcesImported> {
  const models = await loadModels(context, more);
  const step = context.progress.begin('Resource instances');
  let total: ResourcesImported = { ...nothingWritten, resources: 0, tiles: 0, skipped: 0 };
  for (const file of files) {
    for await (const batch of batches(file, context)) {
      const imported = await importBatch(batch, file, models, context);
      total = {
        ...addWritten(total, imported),
        resources: total.resources + imported.resources,
        tiles: total.tiles + imported.tiles,
        skipped: total.skipped + imported.skipped,
      };
      step.advance(batch.records.length);
    }
  }
  step.done(
    `${total.resources} with ${total.tiles} tiles read; ${total.resourcesCreated} new, ${total.resourcesUpdated} changed` +
      (total.skipped > 0 ? `, ${total.skipped} left out` : ''),
  );
  return total;
}

async function loadModels(context: ImportContext, more: readonly CompiledGraph[]): Promise<Models> {
  const documents = await readParts(context.data, publishedGraphs());
  // The documents are our own, written by compileGraph.
  const stored = documents.map((document): CompiledGraph => JSON.parse(document));
  const languages = await context.data.read(knownLanguages());
  const graphs = new Map([...stored, ...more].map((graph) => [graph.graphId as string, graph]));
  return {
    graphs,
    index: new Map([...graphs].map(([id, graph]) => [id, indexModel(graph)])),
    languages: new Set([context.language, ...languages.map(([tag]) => String(tag))]),
  };
}

type Batch = { readonly records: readonly Candidate[]; readonly skipped: number };

async function* batches(file: string, context: ImportContext): AsyncGenerator<Batch> {
  let records: Candidate[] = [];
  let characters = 0;
  let skipped = 0;
  try {
    for await (const { text, pointer } of readRecords(file)) {
      const read = readText(text, pointer);
      if (read.ok) records.push({ record: read.record, pointer });
      else {
        skipped += 1;
        refuse(file, read.problems, context);
      }
      characters += text.length;
      if (records.length >= recordsPerTransaction || characters > charactersPerTransaction) {
        yield { records, skipped };
        records = [];
        characters = 0;
        skipped = 0;
      }
    }
  } catch (error) {
    if (!(error instanceof FileFormatError)) throw error;
    refuse(
      file,
      [{ severity: 'error', code: error.code, pointer: '', message: error.message }],
      context,
    );
  }
  if (records.length + skipped > 0) yield { records, skipped };
}

function readText(text: string, pointer: string): ReturnType<typeof readRecord> {
  try {
    return readRecord(text, pointer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `The record is not JSON: ${error.message}`;
    return {
      ok: false,
      problems: [{ severity: 'error', code: 'malformed_json', pointer, message }],
    };
  }
}

/** Reports problems; where one is an error, a strict import ends here. */
function refuse(
  file: string,
  problems: readonly Problem[],
  { report, strict }: ImportContext,
): void {
  report.add(file, problems);
  const error = problems.find((problem) => problem.severity === 'error');
  if (strict && error !== undefined) {
    throw new ImportStopped(`${file}${error.pointer}: ${error.message}`);
  }
}

async function importBatch(
  batch: Batch,
  file: string,
  models: Models,
  context: ImportContext,
): Promise<ResourcesImported> {
  const sound = await checked(batch.records, file, models, context);
  const seen = languagesOf(sound, models);
  const written = context.dryRun
    ? { ...nothingWritten, failed: 0 }
    : await writeOrSplit(sound, file, models, seen, context);
  return {
    ...written,
    resources: sound.length - written.failed,
    tiles: sound.reduce((sum, { record }) => sum + record.tiles.length, 0),
    skipped: batch.skipped + batch.records.length - sound.length + written.failed,
  };
}

/** The records that may go in; the others are reported. */
async function checked(
  candidates: readonly Candidate[],
  file: string,
  models: Models,
  context: ImportContext,
): Promise<readonly Candidate[]> {
  const taken = new Set<string>();
  const known = candidates.filter((candidate) => {
    const problems = [
      ...checkRecord(candidate.record, models.index, candidate.pointer),
      ...repeated(candidate, taken),
    ];
    if (problems.length > 0) refuse(file, problems, context);
    return problems.every((problem) => problem.severity === 'warning');
  });
  if (known.length === 0) return known;
  const against = await conflicts(known, context);
  return known.filter((candidate) => {
    const problems = against(candidate);
    if (problems.length > 0) refuse(file, problems, context);
    return problems.length === 0;
  });
}

/** A tile or resource instance that another record of the same transaction has already. */
function repeated({ record, pointer }: Candidate, taken: Set<string>): readonly Problem[] {
  const ids = [record.resource.resource_id, ...new Set(record.tiles.map((tile) => tile.tile_id))];
  const again = ids.filter((id) => taken.has(id));
  for (const id of ids) taken.add(id);
  return again.map((id) => ({
    severity: 'error',
    code: 'repeated_id',
    pointer,
    message: `Id ${id} stands in an earlier record already.`,
    record: record.resource.resource_id,
  }));
}

/** What the database holds against records: tiles of others, other graphs, parent tiles that are nowhere. */
async function conflicts(
  candidates: readonly Candidate[],
  { data }: ImportContext,
): Promise<(candidate: Candidate) => readonly Problem[]> {
  const tiles = candidates.flatMap(({ record }) => record.tiles);
  const ownTiles = await readBatches(tiles, (batch) =>
    data.read(findTilesOfOthers(batch.map((tile) => [tile.tile_id, tile.resource_id]))),
  );
  const ownGraphs = await data.read(
    findOtherGraphs(candidates.map(({ record }) => record.resource)),
  );
  const heldBy = new Map([...ownTiles, ...ownGraphs].map(([id, owner]) => [String(id), owner]));
  const here = new Set<string>(tiles.map((tile) => tile.tile_id));
  const outside = tiles.flatMap(({ parent_tile_id: parent }) =>
    parent === null || here.has(parent) ? [] : [parent],
  );
  const found = await readBatches(outside, (batch) => data.read(findTiles(batch)));
  const stored = new Set(found.map(([id]) => String(id)));
  return ({ record, pointer }) => {
    const problem = (code: string, message: string): Problem => ({
      severity: 'error',
      code,
      pointer,
      message,
      record: record.resource.resource_id,
    });
    const otherGraph = heldBy.get(record.resource.resource_id);
    const problems =
      otherGraph === undefined
        ? []
        : [
            problem(
              'other_graph',
              `Resource instance ${record.resource.resource_id} is stored under graph ${String(otherGraph)}; its graph cannot change.`,
            ),
          ];
    for (const tile of record.tiles) {
      const owner = heldBy.get(tile.tile_id);
      if (owner !== undefined) {
        const message = `Tile ${tile.tile_id} belongs to resource instance ${String(owner)}; it is not moved.`;
        problems.push(problem('tile_of_other_resource', message));
      }
      const parent = tile.parent_tile_id;
      if (parent !== null && !here.has(parent) && !stored.has(parent)) {
        const message = `Tile ${tile.tile_id} names parent tile ${parent}, which is neither in the file nor stored.`;
        problems.push(problem('unknown_parent_tile', message));
      }
    }
    return problems;
  };
}

/** Asks about many things by several statements, each within a request. */
async function readBatches<T>(
  items: readonly T[],
  read: (batch: readonly T[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const batch of inBatches(items, idsPerStatement)) rows.push(...(await read(batch)));
  return rows;
}

/** The languages of per-language strings. */
function languagesOf(candidates: readonly Candidate[], models: Models): readonly string[] {
  const found = new Set<string>();
  for (const { record } of candidates) {
    const nodes = models.index.get(record.resource.graph_id)?.nodes;
    for (const tile of record.tiles) {
      for (const [nodeId, value] of Object.entries(tile.data)) {
        if (nodes?.get(nodeId)?.datatype !== 'string' || !isObject(value)) continue;
        for (const language of Object.keys(value)) found.add(language);
      }
    }
  }
  return [...found].filter((language) => /^[A-Za-z]{2,8}([-_][A-Za-z0-9]+)*$/.test(language));
}

/**
 * Writes records in one transaction. Where the database refuses one of them, the others are written by halves, until the
 * one is found and reported.
 */
async function writeOrSplit(
  candidates: readonly Candidate[],
  file: string,
  models: Models,
  languages: readonly string[],
  context: ImportContext,
): Promise<Written & { readonly failed: number }> {
  const [first] = candidates;
  if (first === undefined) return { ...nothingWritten, failed: 0 };
  for (const language of languages) models.languages.add(language);
  try {
    const written = await writeResources(
      context.data,
      candidates.map(({ record }) => record),
      { graphs: models.graphs, languages: [...models.languages] },
      languages,
    );
    return { ...written, failed: 0 };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (candidates.length === 1) {
      const record = first.record.resource.resource_id;
      const message = `The database does not take the record: ${error.message}`;
      refuse(
        file,
        [
          {
            severity: 'error',
            code: 'refused_by_database',
            pointer: first.pointer,
            message,
            record,
          },
        ],
        context,
      );
      return { ...nothingWritten, failed: 1 };
    }
  }
  const middle = Math.ceil(candidates.length / 2);
  const one = await writeOrSplit(candidates.slice(0, middle), file, models, languages, context);
  const two = await writeOrSplit(candidates.slice(middle), file, models, languages, context);
  return { ...addWritten(one, two), failed: one.failed + two.failed };
}
