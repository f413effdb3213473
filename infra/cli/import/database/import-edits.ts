import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { findRecordedEdits, hasRecordedEdits, recordEdits } from './queries/origin.ts';
import {
  completeStagedEdits,
  lockActivity,
  removeUnlistedChanges,
} from '../activity/queries/write-activity.ts';
import { stageActivity, writeActivityStream } from '../activity/import-activity.ts';
import { addEdit, createEditBatch, type EditBatch } from '../activity/read-edits.ts';
import type { ImportContext } from '../import-context.ts';
import { systemSettingsGraphId } from '../package/detect-content.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import type { ImportedIds } from './accounts/imported-ids.ts';
import { mapAccountIdSql, makeAccountIdsParameter } from './map-account-ids.ts';
import type { DatabaseSource } from './database-source.ts';
import { countRows } from './source.ts';

const editsPerBatch = 5000;

const editCondition = `e.resourceclassid is distinct from '${systemSettingsGraphId}'`;

const editIdQuery = `select e.editlogid from edit_log e where ${editCondition}`;

const editQuery = `select
  e.editlogid,
  (
    to_jsonb(e) - '{newvalue,oldvalue,newprovisionalvalue,oldprovisionalvalue}'::text[]
    || jsonb_build_object('userid', ${mapAccountIdSql('e.userid', '$1')})
  )::text as edit
from edit_log e
where ${editCondition}
order by e.timestamp, e.editlogid`;

/**
 * Adds the new edits of the edit log to the activity stream, and the changes of this import that are not in the log, in one transaction.
 * An edit is new if no earlier import has read it. New edits follow the last item of the stream in the order of time, and none gets an
 * earlier time than that item.
 * @rule Imports and exports: Where does the edit log of a database come in the activity stream?
 */
export async function importSourceEdits(
  database: DatabaseSource,
  context: ImportContext,
  options: { readonly timeZone: string; readonly masksDeleted: boolean },
  accountIds?: ImportedIds,
) {
  const newIds = await findNewEdits(database, context);
  const total = newIds === 'all' ? await countRows(database.source, editIdQuery) : newIds.size;
  const stageNewEdits = async (transaction: Transaction) =>
    stageActivity(transaction, [database.label], context, options.timeZone, {
      read: () => readNewEdits(database, newIds, accountIds),
      total,
    });
  if (context.dryRun)
    return { ...(await runAndRollBack(context.dataApi, stageNewEdits)), changes: 0 };
  return context.dataApi.transaction(async (transaction) => {
    const { execute } = transaction;
    const result = await stageNewEdits(transaction);
    const items = await runQuery(execute, lockActivity());
    for (const statement of completeStagedEdits) await execute(statement);
    await writeActivityStream(transaction, options, items);
    await execute(removeUnlistedChanges());
    await recordAllEdits(database, transaction);
    return result;
  });
}

const idQuery = 'select e.editlogid from edit_log e order by e.editlogid';

/** Finds the ids of edits that no earlier import has read. @returns `all` in the first import, whose ids may be too many to list */
async function findNewEdits(
  { source }: DatabaseSource,
  { dataApi }: ImportContext,
): Promise<ReadonlySet<string> | 'all'> {
  if (!(await runQuery(dataApi.read, hasRecordedEdits()))) return 'all';
  const newIds = new Set<string>();
  for await (const rows of source.readBatches(idQuery, editsPerBatch)) {
    const ids = rows.map((row) => row['editlogid'] ?? '');
    const recordedIds = new Set(await runQuery(dataApi.read, findRecordedEdits(ids)));
    for (const id of ids) if (!recordedIds.has(id)) newIds.add(id);
  }
  return newIds;
}

async function* readNewEdits(
  { source }: DatabaseSource,
  newIds: ReadonlySet<string> | 'all',
  accountIds: ImportedIds | undefined,
): AsyncGenerator<EditBatch> {
  let line = 0;
  const parameters = [makeAccountIdsParameter(accountIds)];
  for await (const rows of source.readBatches(editQuery, editsPerBatch, parameters)) {
    const batch = createEditBatch();
    for (const { editlogid, edit } of rows) {
      const position = line;
      line += 1;
      if (newIds !== 'all' && !newIds.has(editlogid ?? '')) continue;
      const pointer = `/${editlogid ?? ''}`;
      addEdit(batch, { text: edit ?? '', isUtf8: true, pointer, position, line }, 0);
    }
    yield batch;
  }
}

/** Records the ids of all edits as imported. Reads them again, because they may be too many to keep in memory. */
async function recordAllEdits(
  { source, identity }: DatabaseSource,
  { execute }: Transaction,
): Promise<void> {
  for await (const rows of source.readBatches(idQuery, editsPerBatch)) {
    const ids = rows.map((row) => row['editlogid'] ?? '');
    await runQuery(execute, recordEdits(identity, ids));
  }
}
