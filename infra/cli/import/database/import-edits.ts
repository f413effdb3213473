import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { recordEdits } from '../../../queries/origin.ts';
import {
  completeStagedEdits,
  lockActivity,
  removeUnlistedChanges,
} from '../../../queries/write-activity.ts';
import { stageActivity, writeActivityStream } from '../activity/import-activity.ts';
import { addEdit, newEditBatch, type EditBatch } from '../activity/read-edits.ts';
import type { ImportContext } from '../import-context.ts';
import { systemSettingsGraphId } from '../package/detect-content.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import type { DatabaseSource } from './database-source.ts';

const editsPerBatch = 5000;

const editQuery = `select
  e.editlogid,
  (to_jsonb(e) - '{newvalue,oldvalue,newprovisionalvalue,oldprovisionalvalue}'::text[])::text as edit
from edit_log e
where e.resourceclassid is distinct from '${systemSettingsGraphId}'
order by e.timestamp, e.editlogid`;

/**
 * Brings the edit log into the activity stream, all or nothing: the edits that no former import read, in the order of time behind the
 * last item, and the changes of this import that no edit tells of. Times never go back behind that of the last item.
 */
export async function importSourceEdits(
  database: DatabaseSource,
  context: ImportContext,
  options: { readonly timeZone: string; readonly masksDeleted: boolean },
) {
  const stage = async (transaction: Transaction) =>
    stageActivity(transaction, [database.label], context, options.timeZone, () =>
      readNewEdits(database, transaction),
    );
  if (context.dryRun) return { ...(await runAndRollBack(context.data, stage)), changes: 0 };
  return context.data.transaction(async (transaction) => {
    const { execute } = transaction;
    const result = await stage(transaction);
    const items = await runQuery(execute, lockActivity());
    for (const statement of completeStagedEdits) await execute(statement);
    await writeActivityStream(transaction, options, items);
    await execute(removeUnlistedChanges());
    return result;
  });
}

async function* readNewEdits(
  { source, identity }: DatabaseSource,
  { execute }: Transaction,
): AsyncGenerator<EditBatch> {
  let line = 0;
  for await (const rows of source.readBatches(editQuery, editsPerBatch)) {
    const ids = rows.map((row) => row['editlogid'] ?? '');
    const newIds = new Set(await runQuery(execute, recordEdits(identity, ids)));
    const batch = newEditBatch();
    for (const { editlogid, edit } of rows) {
      const position = line;
      line += 1;
      if (!newIds.has(editlogid ?? '')) continue;
      const pointer = `/${editlogid ?? ''}`;
      addEdit(batch, { text: edit ?? '', isUtf8: true, pointer, position, line }, 0);
    }
    yield batch;
  }
}
