import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { recordUnlistedChanges } from '../../../queries/database-import.ts';
import { recordOrigins, type OriginRow } from '../../../queries/origin.ts';
import type { ImportContext } from '../import-context.ts';
import { importResources } from '../resources/import-resources.ts';
import type { RecordText } from '../resources/record-text.ts';
import { writeInBatches } from '../run-in-batches.ts';
import type { ImportedIds } from './accounts/import-database-accounts.ts';
import type { DatabaseSource } from './database-source.ts';
import type { ResourceRowPlan } from './plan-resources.ts';
import { readSourceRecords, type SourceRecord } from './source-records.ts';

const rowsPerStatement = 5000;

/**
 * Imports the new and changed resource instances and tiles by the same steps as those of files. Each transaction also records where
 * its rows came from.
 * @param unstoredGraphs compiled graphs that are not stored, in a dry run
 */
export async function importSourceResources(
  database: DatabaseSource,
  plan: Pick<ResourceRowPlan, 'resource' | 'tile' | 'changedIds' | 'kept'>,
  context: ImportContext,
  unstoredGraphs: readonly CompiledGraph[],
  accountIds?: ImportedIds,
) {
  /** The records by resource id, for their hashes. */
  const sourceRecords = new Map<string, SourceRecord>();
  async function* readTexts(): AsyncGenerator<RecordText> {
    for await (const record of readSourceRecords(
      database.source,
      plan.changedIds,
      plan.kept,
      accountIds,
    )) {
      sourceRecords.set(record.resourceId, record);
      yield record.record;
    }
  }
  const imported = await importResources(
    [database.label],
    {
      ...context,
      omitsActivity: true,
      recordsWritten: async (transaction, records, changes) => {
        await recordRows(transaction, records, sourceRecords, database.identity);
        if (!context.omitsActivity) await recordChanges(transaction, changes);
      },
    },
    unstoredGraphs,
    'json',
    readTexts,
  );
  return {
    ...imported,
    read: plan.resource.read,
    contents: [`${plan.tile.read} tiles`],
    unchanged: plan.resource.read - plan.changedIds.length,
  };
}

async function recordRows(
  { execute }: Transaction,
  records: readonly ResourceRecord[],
  sourceRecords: ReadonlyMap<string, SourceRecord>,
  identity: string,
): Promise<void> {
  const resources: OriginRow[] = [];
  const tiles: OriginRow[] = [];
  for (const { resource, tiles: rows } of records) {
    const sourceRecord = sourceRecords.get(resource.resource_id);
    if (sourceRecord === undefined) continue;
    resources.push({ id: sourceRecord.resourceId, hash: sourceRecord.resourceHash });
    for (const { tile_id: id } of rows) {
      const hash = sourceRecord.tileHashes.get(id);
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
  changes: readonly ResourceChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ resourceId, graphId, kind }) => ({
    resource_id: resourceId,
    graph_id: graphId,
    kind,
  }));
  await runQuery(execute, recordUnlistedChanges(rows));
}
