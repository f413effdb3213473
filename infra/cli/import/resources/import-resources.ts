import { run } from '../../../../lib/data-api/query.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled.ts';
import { knownLanguages, publishedGraphs } from '../../../queries/models.ts';
import { checkCandidates, fittingPart } from './check-candidates.ts';
import { reportProblems, type ImportContext } from '../context.ts';
import { counted } from '../../words.ts';
import { distinctFiles } from '../distinct-files.ts';
import { addLeftOut, leftOutWords, nothingLeftOut, type LeftOut } from './leave-out.ts';
import { indexModel } from './model-index.ts';
import { oneAhead } from './one-ahead.ts';
import { namingModel } from '../../../../lib/model/descriptors/descriptors.ts';
import { recordBatches, type Batch } from './record-batches.ts';
import { reportRepeatedValues } from './repeated-values.ts';
import { SeenRecords } from './seen-records.ts';
import { besideOneAnother, Turn } from './turn.ts';
import { writeCandidates, type FileImport } from './write-candidates.ts';
import type { RecordModels } from './write-resources.ts';
import { addWritten, nothingWritten, type Written } from './written.ts';

/** What an import of resource instances met and changed. */
export type ResourcesImported = Written & {
  /** Resource instances that were read and are sound, or were salvaged, with their tiles. */
  readonly resources: number;
  readonly tiles: number;
  /** Records that were reported and left out. */
  readonly skipped: number;
  /** What was left out of records that were salvaged. */
  readonly leftOut: LeftOut;
};

const nothingImported: ResourcesImported = {
  ...nothingWritten,
  resources: 0,
  tiles: 0,
  skipped: 0,
  leftOut: nothingLeftOut,
};

function addImported(one: ResourcesImported, other: ResourcesImported): ResourcesImported {
  return {
    ...addWritten(one, other),
    resources: one.resources + other.resources,
    tiles: one.tiles + other.tiles,
    skipped: one.skipped + other.skipped,
    leftOut: addLeftOut(one.leftOut, other.leftOut),
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
  const seen = new SeenRecords();
  let total = nothingImported;
  const batches = oneAhead(batchesOf(files, context, seen, models));
  const parts = besideOneAnother(batches, ({ file, batch }, before) => {
    const turn = new Turn(idsOf(batch), before);
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
    `${total.resources} with ${counted(total.tiles, 'tile')} read; ${total.resourcesCreated} new, ${total.resourcesUpdated} changed` +
      (total.skipped > 0 ? `, ${total.skipped} left out` : '') +
      leftOutWords(total.leftOut),
  );
  return total;
}

async function* batchesOf(
  files: readonly string[],
  context: ImportContext,
  seen: SeenRecords,
  { index }: RecordModels,
): AsyncGenerator<{ readonly file: string; readonly batch: Batch }> {
  for (const file of distinctFiles(files, context)) {
    const batches = recordBatches(file, context, seen, (found) => fittingPart(found, index));
    for await (const batch of batches) yield { file, batch };
  }
}

async function loadModels(
  context: ImportContext,
  more: readonly CompiledGraph[],
): Promise<RecordModels> {
  const stored = await run(context.data.read, publishedGraphs());
  const languages = await run(context.data.read, knownLanguages());
  const graphs = new Map([...stored, ...more].map((graph) => [graph.graphId as string, graph]));
  return {
    graphs,
    index: new Map([...graphs].map(([id, graph]) => [id, indexModel(graph)])),
    naming: new Map([...graphs].map(([id, graph]) => [id, namingModel(graph)])),
    languages: new Set([context.language, ...languages]),
  };
}

/** The ids of resource instances and tiles that a batch may write. */
function idsOf({ records }: Batch): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ record: { resource, tiles } }) => [
      resource.resource_id,
      ...tiles.map(({ tile_id: id }) => id),
    ]),
  );
}

/** Parent tiles, which may be of another batch. */
function parentsIn({ records }: Batch): readonly string[] {
  return records.flatMap(({ record }) =>
    record.tiles.flatMap(({ parent_tile_id: parent }) => parent ?? []),
  );
}

async function importBatch(batch: Batch, into: FileImport, turn: Turn): Promise<ResourcesImported> {
  if (into.context.strict || turn.dependsOnAhead(parentsIn(batch))) await turn.afterAhead();
  reportProblems(into.file, batch.problems, into.context);
  const sound = await checkCandidates(batch.records, into, turn);
  await reportRepeatedValues(sound.candidates, into, turn);
  const { written, taken, leftOut } = into.context.dryRun
    ? { written: nothingWritten, taken: sound.candidates, leftOut: nothingLeftOut }
    : await writeCandidates(sound.candidates, into, turn);
  return {
    ...written,
    resources: taken.filter(({ record }) => into.seen.isNewResource(record)).length,
    tiles: taken.reduce((sum, { record }) => sum + record.tiles.length, 0),
    skipped: batch.skipped + batch.records.length - taken.length,
    leftOut: [sound.leftOut, leftOut].reduce(addLeftOut, batch.leftOut),
  };
}
