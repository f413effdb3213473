import { runQuery } from '../../../../../lib/data-api/query.ts';
import type { Problem } from '../../../../../lib/model/problem.ts';
import { batchTiles, sendTileBatches } from '../../../../../lib/writing/send-batches.ts';
import {
  findStoredSourceEdits,
  storeSourceEdits,
  type SourceEditRow,
} from '../queries/source-edits.ts';
import { readOneAhead } from '../../../../../lib/data-api/read-one-ahead.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import { formatResultWithoutSubject, type ImportResult } from '../../import-summary.ts';
import { systemSettingsGraphId } from '../../package/detect-content.ts';
import type { ImportedIds } from '../accounts/imported-ids.ts';
import type { DatabaseSource } from '../database-source.ts';
import { makeAccountIdsParameter, mapAccountIdSql } from '../map-account-ids.ts';
import { countRows } from '../source.ts';
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

/** Edits of a source that are not stored yet, with the problems of others. */
type NewEdits = {
  readonly edits: readonly SourceEditRow[];
  readonly problems: readonly Problem[];
  /** The number of edits of the batch that are stored already. */
  readonly storedCount: number;
};

/**
 * Adds the edits of the edit log to the histories of their resource instances, with the values before and after, unless an earlier import has
 * added them. Each batch is a transaction of its own. While the database stores one, the next is read.
 * @rule Imports and exports: What becomes of the values in the edit log of a database?
 * @throws ImportStopped in a strict import
 */
export async function importEditValues(
  database: DatabaseSource,
  context: ImportContext,
  { timeZone }: { readonly timeZone: string },
  accountIds?: ImportedIds,
): Promise<ImportResult> {
  const step = context.progress.begin('History', {
    total: await countRows(database.source, idQuery),
  });
  const counts = { read: 0, created: 0, unchanged: 0, leftOut: 0 };
  let bytes = 0;
  const batches = readOneAhead(readNewEdits(database, context, accountIds));
  for await (const { edits, problems, storedCount } of batches) {
    // The import of the activity stream reports the others.
    const isReported = ({ code }: Problem): boolean => context.omitsActivity || code === 'too_deep';
    reportProblems(database.label, problems.filter(isReported), context);
    const written = context.dryRun
      ? { edits: edits.length, bytes: 0 }
      : await storeEdits(edits, timeZone, context);
    counts.read += storedCount + edits.length;
    counts.created += written.edits;
    counts.unchanged += storedCount;
    counts.leftOut += problems.length;
    bytes += written.bytes;
    step.advance(storedCount + edits.length + problems.length);
  }
  const contents =
    bytes === 0 ? [] : [`${Math.round(bytes / counts.created)} bytes for each new edit`];
  const result = { subject: 'History', ...counts, contents };
  step.done(formatResultWithoutSubject(result));
  return result;
}

async function* readNewEdits(
  { source }: DatabaseSource,
  { dataApi }: ImportContext,
  accountIds: ImportedIds | undefined,
): AsyncGenerator<NewEdits> {
  let line = 0;
  for await (const rows of source.readBatches(idQuery, editsPerBatch)) {
    const ids = rows.map(({ editlogid }) => editlogid ?? '');
    const storedIds = new Set(await runQuery(dataApi.read, findStoredSourceEdits(ids)));
    const newIds = ids.filter((id) => !storedIds.has(id));
    const parameters = [makeAccountIdsParameter(accountIds), `{${newIds.join(',')}}`];
    const newRows = newIds.length === 0 ? [] : await source.read(editQuery, parameters);
    const read = newRows.map(({ editlogid, edit }) => {
      const position = (line += 1);
      const pointer = `/${editlogid ?? ''}`;
      return readSourceEdit({ text: edit ?? '', isUtf8: true, pointer, position, line });
    });
    yield {
      edits: read.filter((item) => item !== 'skipped' && 'source_edit_id' in item),
      problems: read.filter((item) => item !== 'skipped' && 'severity' in item),
      storedCount: storedIds.size,
    };
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
