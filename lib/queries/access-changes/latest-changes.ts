import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { AccessChange } from '../../model/accounts/access-change.ts';

const factsSchema = z
  .record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()]),
  )
  .readonly()
  .nullable();

export const accessChangeSchema: z.ZodType<AccessChange> = z
  .object({
    changedAt: z.string(),
    author: z.string(),
    isByAccount: z.boolean(),
    event: z.string(),
    target: z.string(),
    before: factsSchema,
    after: factsSchema,
  })
  .readonly();

/**
 * Selects the last changes of accounts, groups, grants and applications: `position`, the newest first, and `change` (jsonb).
 * @param condition for showing them
 */
export function selectLatestChanges(count: number, condition: Statement = sql`true`): Statement {
  return sql`select
    -l.access_change_id as position,
    jsonb_build_object(
      'changedAt', to_char(l.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'author', l.author,
      'isByAccount', l.author_account_id is not null,
      'event', l.event,
      'target', l.target,
      'before', l.before,
      'after', l.after
    ) as change
  from access_change l
  where ${condition}
  order by l.access_change_id desc
  limit ${int(count)}`;
}

/** Lists the last changes, the newest first, for the command line. */
export function listLatestChanges(count: number): RowsQuery<readonly AccessChange[]> {
  return manyRows(
    sql`select c.change::text
from (
  ${selectLatestChanges(count)}
) c
order by c.position`,
    accessChangeSchema,
  );
}
