import { runQuery } from '../../../../../lib/data-api/query.ts';
import type { Problem } from '../../../../../lib/model/problem.ts';
import { batchTiles, sendTileBatches } from '../../../../../lib/writing/send-batches.ts';
import {
  findStoredSourceEdits,
  storeSourceEdits,
  type SourceEditRow,
} from '../../../../queries/source-edits.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import { formatResultWithoutSubject, type ImportResult } from '../../import-summary.ts';
import { systemSettingsGraphId } from '../../package/detect-content.ts';
import type { ImportedIds } from '../accounts/import-database-accounts.ts';
import type { DatabaseSource } from '../database-source.ts';
import { makeAccountIdsParameter, mapAccountIdSql } from '../map-account-ids.ts';
import { readSourceEdit } from './source-edit.ts';

const editsPerBatch = 2000;

const uuidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** An SQL expression: a text as UUID, or null if it is none. */
const asUuid = (text: string): string =>
  `case when ${text} ~* '${uuidPattern}' then ${text}::uuid end`;

const idQuery = `select e.editlogid
from edit_log e
where e.resourceclassid is distinct from '${systemSettingsGraphId}'
order by e.timestamp, e.editlogid`;

// The nodegroup of an edit without one is that of its tile.
const editQuery = `select
  e.editlogid,
  (
    to_jsonb(e) || jsonb_build_object(
      'userid', ${mapAccountIdSql('e.userid', '$1')},
      'provisional_userid', ${mapAccountIdSql('e.provisional_userid', '$1')},
      'nodegroupid', coalesce(nullif(e.nodegroupid, ''), t.nodegroupid::text),
      'is_closed', r.resourceinstanceid is null
    )
  )::text as edit
from edit_log e
left join resource_instances r on r.resourceinstanceid = ${asUuid('e.resourceinstanceid')}
left join tiles t on t.tileid = ${asUuid('e.tileinstanceid')}
where e.editlogid = any ($2::uuid[])
  and r.graphid is distinct from '${systemSettingsGraphId}'
order by e.timestamp, e.editlogid`;

/**
 * Adds the edits of the edit log to the histories of their resource instances, with the values before and after, unless an earlier import has
 * added them. Each batch is a transaction of its own.
 */
export async function importEditValues(
  { source, label }: DatabaseSource,
  context: ImportContext,
  { timeZone }: { readonly timeZone: string },
  accountIds?: ImportedIds,
): Promise<ImportResult> {
  const step = context.progress.begin('History');
  const counts = { read: 0, created: 0, unchanged: 0, leftOut: 0, bytes: 0 };
  for await (const idRows of source.readBatches(idQuery, editsPerBatch)) {
    const ids = idRows.map(({ editlogid }) => editlogid ?? '');
    const storedIds = await runQuery(context.dataApi.read, findStoredSourceEdits(ids));
    counts.unchanged += storedIds.length;
    const newIds = [...new Set(ids).difference(new Set(storedIds))];
    const edits = newIds.length === 0 ? [] : await readEdits(newIds);
    const written = context.dryRun
      ? { edits: edits.length, bytes: 0 }
      : await storeEdits(edits, timeZone, context);
    counts.created += written.edits;
    counts.bytes += written.bytes;
    counts.read += storedIds.length + edits.length;
    step.advance(ids.length);
  }
  const { bytes, ...numbers } = counts;
  const size =
    counts.created === 0 || bytes === 0
      ? []
      : [`${Math.round(bytes / counts.created)} bytes for each new edit`];
  const result = { subject: 'History', ...numbers, contents: size };
  step.done(formatResultWithoutSubject(result));
  return result;

  async function readEdits(ids: readonly string[]): Promise<readonly SourceEditRow[]> {
    const parameters = [makeAccountIdsParameter(accountIds), `{${ids.join(',')}}`];
    const edits: SourceEditRow[] = [];
    const problems: Problem[] = [];
    for (const { editlogid, edit } of await source.read(editQuery, parameters)) {
      const line = counts.read + edits.length + problems.length + 1;
      const read = readSourceEdit({
        text: edit ?? '',
        isUtf8: true,
        pointer: `/${editlogid ?? ''}`,
        position: line - 1,
        line,
      });
      if (read === 'skipped') continue;
      if ('severity' in read) problems.push(read);
      else edits.push(read);
    }
    counts.leftOut += problems.length;
    // The import of the activity stream reports the others.
    const reported = context.omitsActivity
      ? problems
      : problems.filter(({ code }) => code === 'too_deep');
    reportProblems(label, reported, context);
    return edits;
  }
}

async function storeEdits(
  edits: readonly SourceEditRow[],
  timeZone: string,
  { dataApi }: ImportContext,
): Promise<{ readonly edits: number; readonly bytes: number }> {
  if (edits.length === 0) return { edits: 0, bytes: 0 };
  const written = await dataApi.transaction(async (transaction) =>
    sendTileBatches(transaction, batchTiles(edits), (tiles) => storeSourceEdits(tiles, timeZone)),
  );
  return {
    edits: written.reduce((sum, part) => sum + part.edits, 0),
    bytes: written.reduce((sum, part) => sum + part.bytes, 0),
  };
}
