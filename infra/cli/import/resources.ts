import { readParts } from '../../../lib/data-api/chunks.ts';
import { DatabaseError } from '../../../lib/data-api/errors.ts';
import type { CompiledGraph } from '../../../lib/model/graph/compiled.ts';
import type { Problem } from '../../../lib/model/problem.ts';
import { knownLanguages, publishedGraphs } from '../../../lib/queries/models.ts';
import { checkRecord } from './check-record.ts';
import { reportProblems, type ImportContext } from './context.ts';
import { indexModel } from './model-index.ts';
import { recordBatches, type Batch, type Candidate } from './record-batches.ts';
import { reportRepeatedValues } from './repeated-values.ts';
import { storedConflicts } from './stored-conflicts.ts';
import { writeResources, type RecordModels } from './write-resources.ts';
import { addWritten, nothingWritten, type Written } from './written.ts';

/** What an import of resource instances met and changed. */
export type ResourcesImported = Written & {
  /** Records that were read and are sound, with their tiles. */
  readonly resources: number;
  readonly tiles: number;
  /** Records that were reported and left out. */
  readonly skipped: number;
};

const nothingImported: ResourcesImported = {
  ...nothingWritten,
  resources: 0,
  tiles: 0,
  skipped: 0,
};

function addImported(one: ResourcesImported, other: ResourcesImported): ResourcesImported {
  return {
    ...addWritten(one, other),
    resources: one.resources + other.resources,
    tiles: one.tiles + other.tiles,
    skipped: one.skipped + other.skipped,
  };
}

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
  let total = nothingImported;
  for (const file of files) {
    for await (const batch of recordBatches(file, context)) {
      total = addImported(total, await importBatch(batch, file, models, context));
      step.advance(batch.records.length);
    }
  }
  step.done(
    `${total.resources} with ${total.tiles} tiles read; ${total.resourcesCreated} new, ${total.resourcesUpdated} changed` +
      (total.skipped > 0 ? `, ${total.skipped} left out` : ''),
  );
  return total;
}

async function loadModels(
  context: ImportContext,
  more: readonly CompiledGraph[],
): Promise<RecordModels> {
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

async function importBatch(
  batch: Batch,
  file: string,
  models: RecordModels,
  context: ImportContext,
): Promise<ResourcesImported> {
  const sound = await checked(batch.records, file, models, context);
  await reportRepeatedValues(sound, file, models.graphs, context);
  const { written, taken } = context.dryRun
    ? { written: nothingWritten, taken: sound }
    : await writeOrSplit(sound, file, models, context);
  return {
    ...written,
    resources: taken.length,
    tiles: taken.reduce((sum, { record }) => sum + record.tiles.length, 0),
    skipped: batch.skipped + batch.records.length - taken.length,
  };
}

/** The records that may go in; the others are reported. */
async function checked(
  candidates: readonly Candidate[],
  file: string,
  models: RecordModels,
  context: ImportContext,
): Promise<readonly Candidate[]> {
  const isSound = (problems: readonly Problem[]): boolean => {
    if (problems.length > 0) reportProblems(file, problems, context);
    return problems.every((problem) => problem.severity === 'warning');
  };
  const fitting = candidates.filter((candidate) =>
    isSound(checkRecord(candidate.record, models.index, candidate.pointer)),
  );
  const owners = new Map<string, string>();
  const distinct = fitting.filter((candidate) => isSound(repeated(candidate, owners)));
  if (distinct.length === 0) return distinct;
  const conflicts = await storedConflicts(distinct, context.data);
  return distinct.filter((candidate) => isSound(conflicts(candidate)));
}

/** A tile that another resource instance of the same transaction has already. */
function repeated({ record, pointer }: Candidate, owners: Map<string, string>): readonly Problem[] {
  const id = record.resource.resource_id;
  const problems = record.tiles.flatMap(({ tile_id: tileId }): readonly Problem[] => {
    const owner = owners.get(tileId);
    if (owner === undefined) return [];
    const message = `Tile ${tileId} belongs to resource instance ${owner}, which stands before; it is not moved.`;
    return [{ severity: 'error', code: 'tile_of_other_resource', pointer, message, record: id }];
  });
  if (problems.length === 0) for (const tile of record.tiles) owners.set(tile.tile_id, id);
  return problems;
}

type WrittenOf = { readonly written: Written; readonly taken: readonly Candidate[] };

/**
 * Writes records in one transaction. Where the database refuses one of them, the others are written by halves, until the
 * one is found and reported.
 * @returns what was written, and the records that the database took
 */
async function writeOrSplit(
  candidates: readonly Candidate[],
  file: string,
  models: RecordModels,
  context: ImportContext,
): Promise<WrittenOf> {
  const [first] = candidates;
  if (first === undefined) return { written: nothingWritten, taken: [] };
  try {
    const records = candidates.map(({ record }) => record);
    const written = await writeResources(context.data, records, models);
    return { written, taken: candidates };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // A strict import must not write the halves that are sound.
    if (candidates.length === 1 || context.strict) {
      reportProblems(file, [refusal(candidates, first, error)], context);
      return { written: nothingWritten, taken: [] };
    }
  }
  const middle = Math.ceil(candidates.length / 2);
  const one = await writeOrSplit(candidates.slice(0, middle), file, models, context);
  const two = await writeOrSplit(candidates.slice(middle), file, models, context);
  return { written: addWritten(one.written, two.written), taken: [...one.taken, ...two.taken] };
}

function refusal(
  candidates: readonly Candidate[],
  { record, pointer }: Candidate,
  error: DatabaseError,
): Problem {
  const last = candidates.at(-1)?.pointer ?? pointer;
  const subject =
    candidates.length === 1
      ? 'the record'
      : `one of the ${candidates.length} records from ${pointer} to ${last}`;
  return {
    severity: 'error',
    code: 'refused_by_database',
    pointer,
    message: `The database does not take ${subject}: ${error.message}`,
    ...(candidates.length === 1 ? { record: record.resource.resource_id } : {}),
  };
}
