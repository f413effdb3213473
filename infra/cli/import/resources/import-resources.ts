import { runQuery } from '../../../../lib/data-api/query.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { listLanguages, readPublishedGraphs } from '../../../queries/models.ts';
import { checkCandidates, checkAgainstModel } from './check-candidates.ts';
import { reportProblems, type ImportContext } from '../import-context.ts';
import { pluralize } from '../../text.ts';
import { skipRepeatedFiles } from '../skip-repeated-files.ts';
import { addOmitted, omittedText, nothingOmitted, type OmittedParts } from './omit-parts.ts';
import { indexModel } from './model-index.ts';
import { readOneAhead } from './read-one-ahead.ts';
import { namingModel } from '../../../../lib/model/descriptors/fill-templates.ts';
import { readRecordBatches, type RecordBatch } from './read-record-batches.ts';
import { reportRepeatedValues } from './repeated-values.ts';
import { DuplicateDetector } from './duplicate-detector.ts';
import { overlapBatches, BatchTurn } from './batch-turn.ts';
import { writeCandidates, type FileImport } from './write-candidates.ts';
import type { ImportModels } from './write-resources.ts';
import { addWrittenCounts, noWrites, type WrittenCounts } from './written-counts.ts';

/** What an import of resource instances met and changed. */
export type ResourcesImported = WrittenCounts & {
  /** Resource instances that were read and are sound, or were salvaged, with their tiles. */
  readonly resources: number;
  readonly tiles: number;
  /** Records that were reported and left out. */
  readonly skipped: number;
  /** What was left out of records that were salvaged. */
  readonly leftOut: OmittedParts;
};

const nothingImported: ResourcesImported = {
  ...noWrites,
  resources: 0,
  tiles: 0,
  skipped: 0,
  leftOut: nothingOmitted,
};

function addImported(one: ResourcesImported, other: ResourcesImported): ResourcesImported {
  return {
    ...addWrittenCounts(one, other),
    resources: one.resources + other.resources,
    tiles: one.tiles + other.tiles,
    skipped: one.skipped + other.skipped,
    leftOut: addOmitted(one.leftOut, other.leftOut),
  };
}

/**
 * Imports resource instances by transactions of 1,000 records. A record that cannot go in is reported and left out, with `salvage` only
 * what is wrong in it, and the rest goes in; with `strict` the first one stops the import and rolls its transaction back.
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
  const seen = new DuplicateDetector();
  let total = nothingImported;
  const batches = readOneAhead(batchesOf(files, context, seen, models));
  const parts = overlapBatches(batches, ({ file, batch }, before) => {
    const turn = new BatchTurn(idsOf(batch), before);
    const into = { file, models, seen, context };
    const result = turn.run(async () => ({
      imported: await importBatch(batch, into, turn),
      records: batch.records.length,
    }));
    return { turn, result };
  });
  for await (const { imported, records } of parts) {
    total = addImported(total, imported);
    step.advance(records);
  }
  step.done(
    `${total.resources} with ${pluralize(total.tiles, 'tile')} read; ${total.resourcesCreated} new, ${total.resourcesUpdated} changed` +
      (total.skipped > 0 ? `, ${total.skipped} left out` : '') +
      omittedText(total.leftOut),
  );
  return total;
}

async function* batchesOf(
  files: readonly string[],
  context: ImportContext,
  seen: DuplicateDetector,
  { index }: ImportModels,
): AsyncGenerator<{ readonly file: string; readonly batch: RecordBatch }> {
  for (const file of skipRepeatedFiles(files, context)) {
    const batches = readRecordBatches(file, context, seen, (found) =>
      checkAgainstModel(found, index),
    );
    for await (const batch of batches) yield { file, batch };
  }
}

async function loadModels(
  context: ImportContext,
  more: readonly CompiledGraph[],
): Promise<ImportModels> {
  const stored = await runQuery(context.data.read, readPublishedGraphs());
  const languages = await runQuery(context.data.read, listLanguages());
  const graphs = new Map([...stored, ...more].map((graph) => [graph.graphId as string, graph]));
  return {
    graphs,
    index: new Map([...graphs].map(([id, graph]) => [id, indexModel(graph)])),
    naming: new Map([...graphs].map(([id, graph]) => [id, namingModel(graph)])),
    languages: new Set([context.language, ...languages]),
  };
}

/** The ids of resource instances and tiles that a batch may write. */
function idsOf({ records }: RecordBatch): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ record: { resource, tiles } }) => [
      resource.resource_id,
      ...tiles.map(({ tile_id: id }) => id),
    ]),
  );
}

/** Parent tiles, which may be of another batch. */
function parentsIn({ records }: RecordBatch): readonly string[] {
  return records.flatMap(({ record }) =>
    record.tiles.flatMap(({ parent_tile_id: parent }) => parent ?? []),
  );
}

async function importBatch(
  batch: RecordBatch,
  into: FileImport,
  turn: BatchTurn,
): Promise<ResourcesImported> {
  if (into.context.strict || turn.dependsOnPrevious(parentsIn(batch))) await turn.waitForPrevious();
  reportProblems(into.file, batch.problems, into.context);
  const sound = await checkCandidates(batch.records, into, turn);
  await reportRepeatedValues(sound.candidates, into, turn);
  const { written, taken, leftOut } = into.context.dryRun
    ? { written: noWrites, taken: sound.candidates, leftOut: nothingOmitted }
    : await writeCandidates(sound.candidates, into, turn);
  return {
    ...written,
    resources: taken.filter(({ record }) => into.seen.isNewResource(record)).length,
    tiles: taken.reduce((sum, { record }) => sum + record.tiles.length, 0),
    skipped: batch.skipped + batch.records.length - taken.length,
    leftOut: [sound.leftOut, leftOut].reduce(addOmitted, batch.leftOut),
  };
}
