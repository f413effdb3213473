import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { sql, type Statement } from '../../lib/data-api/sql.ts';

/** How many rows a statement wrote. @param writing an insert or update that ends with `returning 1` */
export function countWrittenRows(writing: Statement): RowsQuery<number> {
  return oneRow(
    sql`with written as (
  ${writing}
)
select count(*)::text
from written`,
    z.number(),
  );
}
