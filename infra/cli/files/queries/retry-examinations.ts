import { sql, type Statement } from '../../../../lib/data-api/sql.ts';
import { rowExistsQuery, type RowsQuery } from '../../../../lib/data-api/query.ts';

/** Lets all files be examined again whose pictures have no copies because of a problem, or whose examination was begun and never ended. */
export function retryExaminations(): Statement {
  return sql`update file f
set
  examined_at = null,
  examinations = 0,
  problem = null
where f.problem <> 'no_picture'
  or (f.examined_at is null and f.examinations > 0)`;
}

/** Whether there are files that were not examined, though that was begun as often as it is. */
export function hasAbandonedFiles(): RowsQuery<boolean> {
  return rowExistsQuery(sql`select f.file_id::text
from file f
where f.examined_at is null
  and f.examinations > 0
limit 1`);
}
