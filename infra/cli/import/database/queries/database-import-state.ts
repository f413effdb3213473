import * as z from 'zod';

import {
  manyRows,
  oneRow,
  optionalRow,
  type RowsQuery,
} from '../../../../../lib/data-api/query.ts';
import { boolean, sql, text } from '../../../../../lib/data-api/sql.ts';

const databaseImportSchema = z.object({ source: z.string(), isFinished: z.boolean() }).readonly();

/** An import from another database that has begun. `source` identifies the other database. */
export type DatabaseImport = z.infer<typeof databaseImportSchema>;

const importRow = sql`jsonb_build_object('source', i.source, 'isFinished', i.finished_at is not null)::text`;

/** Lists the imports that have begun. */
export function listDatabaseImports(): RowsQuery<readonly DatabaseImport[]> {
  return manyRows(
    sql`select ${importRow}
from database_import i
order by i.began_at`,
    databaseImportSchema,
  );
}

/**
 * Begins an import, or continues it. Until it is finished, functions refuse to write data. A finished import stays finished.
 * @param allowsWrites whether functions may write before the import is finished
 */
export function beginDatabaseImport(
  source: string,
  allowsWrites: boolean,
): RowsQuery<DatabaseImport> {
  return oneRow(
    sql`insert into database_import as i (source, allows_writes)
values (${text(source)}, ${boolean(allowsWrites)})
on conflict (source) do update
set allows_writes = excluded.allows_writes
returning ${importRow}`,
    databaseImportSchema,
  );
}

/** Finishes all unfinished imports. @returns one of them; undefined if there was none */
export function finishDatabaseImports(): RowsQuery<DatabaseImport | undefined> {
  return optionalRow(
    sql`update database_import i
set finished_at = clock_timestamp()
where i.finished_at is null
returning ${importRow}`,
    databaseImportSchema,
  );
}
