import type { ResourceWrite, TileWrite } from '../../../../lib/model/change/resource-write.ts';
import { pluralize } from '../../text.ts';
import type { ImportContext } from '../import-context.ts';
import type { BusinessDataChoice } from '../csv/csv-beside-json.ts';
import { CsvSource } from '../csv/csv-source.ts';
import { makeAddedTileWarnings } from '../csv/describe-added-tiles.ts';
import { isCsvFile } from '../csv/read-csv-batches.ts';
import { runImporter, type BatchIds } from '../run-importer.ts';
import { checkAgainstModel, checkCandidates } from './check-candidates.ts';
import { ConceptWarnings } from './concept-warnings.ts';
import { DuplicateDetector } from './duplicate-detector.ts';
import { loadModels, noUnstoredParts, type UnstoredParts } from './import-models.ts';
import { ImportedTileIds } from './imported-tile-ids.ts';
import { sumOmittedCounts, nothingOmitted, type OmittedCounts } from './omit-parts.ts';
import { readRecordBatches } from './read-record-batches.ts';
import type { readRecordTexts } from './read-record-texts.ts';
import { reportRepeatedValues } from './repeated-values.ts';
import type { RecordCandidate, SalvageResult } from './salvage.ts';
import { planCandidates, writeCandidates } from './write-candidates.ts';
import { DryRunCreations } from './dry-run-creations.ts';

export type ResourcesImported = Awaited<ReturnType<typeof importResources>>;

/**
 * Imports resource instances in transactions of up to 1,000 records. Two transactions run at a time if they have no ids in common. A
 * record with errors is reported and left out, or with `salvage` only its faulty parts. With `strict` the first such record stops the
 * import, and its transaction is rolled back.
 * @param files business data files, JSON or CSV. They are streamed, except CSV beside JSON, which must fit in memory.
 * @param unstored in a dry run, the models that were not stored
 * @param choice whether JSON or CSV is imported if a model has both
 * @param readTexts reads the records of a file or other source; by default, of a JSON file
 * @param total the number of records, if it is known
 * @throws ImportStopped in a strict import
 */
export async function importResources(
  files: readonly string[],
  context: ImportContext,
  unstored: UnstoredParts = noUnstoredParts,
  choice: BusinessDataChoice = 'auto',
  readTexts?: typeof readRecordTexts,
  total?: number,
) {
  const models = await loadModels(context, unstored);
  const check = (candidate: RecordCandidate): SalvageResult =>
    checkAgainstModel(candidate, models.index);
  const csv = new CsvSource(files, context, models, choice, check);
  await csv.loadBeforeReading(files);
  const conceptWarnings = new ConceptWarnings(context.dataApi, models.graphs, context.dryRun);
  const duplicates = new DuplicateDetector();
  const dryRunCreations = new DryRunCreations();
  const recordsContext = { ...context, importedTileIds: new ImportedTileIds() };
  const counts = {
    read: 0,
    created: 0,
    updated: 0,
    leftOut: 0,
    /** The number of tiles of the resource instances that were read. */
    tiles: 0,
    tilesCreated: 0,
    tilesUpdated: 0,
  };
  /** The ids of the models of the records. */
  const graphIds = new Set<string>();
  /** The parts that are left out of salvaged records. */
  let omitted = nothingOmitted;
  return runImporter(
    {
      subject: 'Resource instances',
      total,
      async *read(file) {
        const batches = isCsvFile(file)
          ? csv.readFile(file)
          : csv.filterJson(
              readRecordBatches(
                file,
                context,
                duplicates,
                (candidate) => check(csv.mergeWithCsv(candidate)),
                readTexts,
              ),
            );
        for await (const batch of batches) {
          counts.leftOut += batch.leftOut;
          omitted = sumOmittedCounts(omitted, batch.omitted);
          yield batch;
        }
      },
      listIds: listBatchIds,
      check: async (candidates: readonly RecordCandidate[], batch) => {
        const checkResult = await checkCandidates(candidates, context.dataApi, batch);
        await reportRepeatedValues(checkResult.candidates, models.graphs, context.dataApi, batch);
        batch.report(await conceptWarnings.find(checkResult.candidates));
        counts.leftOut += candidates.length - checkResult.candidates.length;
        omitted = sumOmittedCounts(omitted, checkResult.omitted);
        return checkResult.candidates;
      },
      write: async (candidates, batch) => {
        const writeContext = { models, context: recordsContext, report: batch.report };
        const result = context.dryRun
          ? await planCandidates(candidates, writeContext)
          : await writeCandidates(candidates, writeContext, batch.turn);
        const changes = context.dryRun ? dryRunCreations.follow(result.changes) : result.changes;
        counts.leftOut += candidates.length - result.candidates.length;
        omitted = sumOmittedCounts(omitted, result.omitted);
        for (const { record } of result.candidates) {
          graphIds.add(record.resource.graph_id);
          if (duplicates.isNewResource(record)) counts.read += 1;
          counts.tiles += record.tiles.length;
        }
        if (isCsvFile(batch.file)) batch.report(makeAddedTileWarnings(changes));
        counts.created += countChangesOfKind(changes, 'Create');
        counts.updated += countChangesOfKind(changes, 'Update');
        counts.tilesCreated += countTiles(changes, 'create');
        counts.tilesUpdated += countTiles(changes, 'update');
      },
      result: async () => {
        await csv.writeMissingConcepts();
        return {
          ...counts,
          graphIds,
          contents: [pluralize(counts.tiles, 'tile')],
          omitted,
          notes: [...describeOmitted(omitted), ...csv.notes(context.dryRun)],
        };
      },
    },
    (choice === 'json' ? files.filter((file) => !isCsvFile(file)) : files).toSorted(
      (one, other) => Number(isCsvFile(one)) - Number(isCsvFile(other)),
    ),
    context,
  );
}

function countChangesOfKind(
  changes: readonly ResourceWrite[],
  kind: ResourceWrite['kind'],
): number {
  return changes.filter((change) => change.kind === kind).length;
}

function countTiles(changes: readonly ResourceWrite[], kind: TileWrite['change']): number {
  return changes.flatMap(({ tiles }) => tiles).filter(({ change }) => change === kind).length;
}

function describeOmitted({ tiles, values }: OmittedCounts): readonly string[] {
  if (tiles + values === 0) return [];
  return [
    `Left out of salvaged records: ${pluralize(tiles, 'tile')} and ${pluralize(values, 'value')}`,
  ];
}

/** Lists the ids of a batch: it writes resource instances and tiles, and refers to parent tiles, which may be in another batch. */
function listBatchIds(candidates: readonly RecordCandidate[]): BatchIds {
  const written = new Set<string>();
  const referenced: string[] = [];
  for (const { record } of candidates) {
    written.add(record.resource.resource_id);
    for (const { tile_id: id, parent_tile_id: parent } of record.tiles) {
      written.add(id);
      if (parent !== null) referenced.push(parent);
    }
  }
  return { written, referenced };
}
