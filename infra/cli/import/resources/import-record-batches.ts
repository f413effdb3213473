import type { ResourceWrite, TileWrite } from '../../../../lib/model/change/resource-write.ts';
import { pluralize } from '../../text.ts';
import type { ImportContext } from '../import-context.ts';
import { makeAddedTileWarnings } from '../csv/describe-added-tiles.ts';
import { runImporter, type BatchIds } from '../run-importer.ts';
import { checkCandidates } from './check-candidates.ts';
import { ConceptWarnings } from './concept-warnings.ts';
import { DryRunCreations } from './dry-run-creations.ts';
import { DuplicateDetector } from './duplicate-detector.ts';
import type { ImportModels } from './import-models.ts';
import { ImportedTileIds } from './imported-tile-ids.ts';
import { sumOmittedCounts, nothingOmitted, type OmittedCounts } from './omit-parts.ts';
import type { RecordBatch } from './read-record-batches.ts';
import { reportRepeatedValues } from './repeated-values.ts';
import type { RecordCandidate } from './salvage.ts';
import { planCandidates, writeCandidates } from './write-candidates.ts';

/** Where the records of an import come from. */
export type RecordSource = {
  /** The number of records, if it is known. */
  readonly total?: number | undefined;
  /** Reads a file in batches, with what is wrong in them. */
  readonly read: (file: string) => AsyncIterable<RecordBatch>;
  /** Whether tiles that a file adds to stored resource instances are reported. */
  readonly warnsOfAddedTiles: (file: string) => boolean;
  /** Ends the import. @returns lines for its summary */
  readonly finish: () => Promise<readonly string[]>;
};

/**
 * Checks and writes the records of a source, in transactions of its batches.
 * @param duplicates knows the records that the source has read
 * @throws ImportStopped in a strict import
 */
export async function importRecordBatches(
  source: RecordSource,
  files: readonly string[],
  context: ImportContext,
  models: ImportModels,
  duplicates: DuplicateDetector = new DuplicateDetector(),
) {
  const conceptWarnings = new ConceptWarnings(context.dataApi, models.graphs, context.dryRun);
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
      total: source.total,
      async *read(file) {
        for await (const batch of source.read(file)) {
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
        if (source.warnsOfAddedTiles(batch.file)) batch.report(makeAddedTileWarnings(changes));
        counts.created += countChangesOfKind(changes, 'Create');
        counts.updated += countChangesOfKind(changes, 'Update');
        counts.tilesCreated += countTiles(changes, 'create');
        counts.tilesUpdated += countTiles(changes, 'update');
      },
      result: async () => {
        const notes = await source.finish();
        return {
          ...counts,
          graphIds,
          contents: [pluralize(counts.tiles, 'tile')],
          omitted,
          notes: [...describeOmitted(omitted), ...notes],
        };
      },
    },
    files,
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
