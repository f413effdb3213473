import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { recordUnlistedChanges } from './queries/database-import.ts';
import { recordOrigins, type OriginRow } from './queries/origin.ts';
import type { ImportContext } from '../import-context.ts';
import type { UnstoredParts } from '../resources/import-models.ts';
import { importResources } from '../resources/import-resources.ts';
import type { RecordText } from '../resources/record-text.ts';
import { writeInBatches } from '../run-in-batches.ts';
import type { ImportedIds } from './accounts/imported-ids.ts';
import type { DatabaseSource } from './database-source.ts';
import type { ResourceRowPlan } from './plan-resources.ts';
import { readSourceRecords, type SourceRecord } from './source-records.ts';

const rowsPerStatement = 5000;

type SourceHashes = Pick<SourceRecord, 'resourceHash' | 'tileHashes'>;

/** Resource instances that an import has created without their tiles. */
export type ResourcesWithoutTiles = { readonly ids: ReadonlySet<string>; readonly count: number };

export const noneWithoutTiles: ResourcesWithoutTiles = { ids: new Set(), count: 0 };

/**
 * Imports the new and changed resource instances and tiles in the same way as those of files. Each transaction also records the origins of
 * its rows.
 * @param unstored in a dry run, the models that were not stored
 * @param withoutTiles what this import has created before, which counts as new and not as changed
 */
export async function importSourceResources(
  database: DatabaseSource,
  plan: Pick<ResourceRowPlan, 'resource' | 'tile' | 'changedIds' | 'kept'>,
  context: ImportContext,
  unstored: UnstoredParts,
  accountIds?: ImportedIds,
  withoutTiles: ResourcesWithoutTiles = noneWithoutTiles,
) {
  const completedIds = new Set<string>();
  /** The hashes of records that are not stored yet, by the id of the resource instance. */
  const sourceHashes = new Map<string, SourceHashes>();
  async function* readTexts(): AsyncGenerator<RecordText> {
    for await (const record of readSourceRecords(
      database,
      plan.changedIds,
      plan.kept,
      accountIds,
    )) {
      const { resourceId, resourceHash, tileHashes } = record;
      sourceHashes.set(resourceId, { resourceHash, tileHashes });
      yield record.record;
    }
  }
  const imported = await importResources(
    [database.label],
    {
      ...context,
      omitsActivity: true,
      // What the source says counts: rows that were changed here are not written at all.
      replacesProposals: true,
      // A stored row equals the row of the source, so that a later import recognises it. The source has no other order than that of ids.
      keepsMissingSortOrders: true,
      onRecordsWritten: async (transaction, records, changes) => {
        await recordRowOrigins(transaction, records, sourceHashes, database.identity);
        if (!context.omitsActivity) await recordChanges(transaction, changes);
        for (const { kind, resourceId } of changes)
          if (kind === 'Update' && withoutTiles.ids.has(resourceId)) completedIds.add(resourceId);
      },
      onRecordsStored: (records) => {
        for (const { resource } of records) sourceHashes.delete(resource.resource_id);
      },
    },
    unstored,
    'json',
    readTexts,
    plan.changedIds.length,
  );
  return {
    ...imported,
    read: plan.resource.read,
    contents: [`${plan.tile.read} tiles`],
    created: imported.created + withoutTiles.count,
    updated: imported.updated - completedIds.size,
    unchanged: plan.resource.read - plan.changedIds.length,
  };
}

async function recordRowOrigins(
  { execute }: Transaction,
  records: readonly ResourceRecord[],
  sourceHashes: ReadonlyMap<string, SourceHashes>,
  identity: string,
): Promise<void> {
  const resources: OriginRow[] = [];
  const tiles: OriginRow[] = [];
  for (const { resource, tiles: rows } of records) {
    const hashes = sourceHashes.get(resource.resource_id);
    if (hashes === undefined) continue;
    resources.push({ id: resource.resource_id, hash: hashes.resourceHash });
    for (const { tile_id: id } of rows) {
      const hash = hashes.tileHashes.get(id);
      if (hash !== undefined) tiles.push({ id, hash });
    }
  }
  await writeInBatches(execute, resources, rowsPerStatement, (rows) =>
    recordOrigins('resource', identity, rows),
  );
  await writeInBatches(execute, tiles, rowsPerStatement, (rows) =>
    recordOrigins('tile', identity, rows),
  );
}

async function recordChanges(
  { execute }: Transaction,
  changes: readonly ResourceWrite[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ resourceId, graphId, kind }) => ({
    resource_id: resourceId,
    graph_id: graphId,
    kind,
  }));
  await runQuery(execute, recordUnlistedChanges(rows));
}
