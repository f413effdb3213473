import * as z from 'zod';

import type { PreparedStatement } from '../../../lib/data-api/prepared-statements.ts';
import { manyRows, oneRow, type RowsQuery } from '../../../lib/data-api/query.ts';
import { json, sql, textArray, type Statement } from '../../../lib/data-api/sql.ts';

/** Finds the prepared statements whose function is not installed. @returns their names */
export function findMissingStatements(names: readonly string[]): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_jsonb(n.name)::text
from unnest(${textArray(names)}) as n (name)
where not exists (
  select
  from pg_proc p
  where p.pronamespace = 'kept'::regnamespace
    and p.proname = n.name
)`,
    z.string(),
  );
}

/** Creates the functions of prepared statements. Must be called as the owner of the database. */
export function createStatementFunctions(statements: readonly PreparedStatement[]): Statement {
  return sql`select prepare_statement(s.name, s."parameterTypes", s.columns, s.body)::text
from jsonb_to_recordset(${json(statements)}) as s (name text, "parameterTypes" text[], columns integer, body text)`;
}

/** Reads whether the most recently installed version of the service has exactly these prepared statements. */
export function areStatementsCurrent(names: readonly string[]): RowsQuery<boolean> {
  return oneRow(
    sql`select to_jsonb(
  coalesce(
    array_agg(k.name order by k.name collate "C") = array(
      select distinct n.name collate "C"
      from unnest(${textArray(names)}) as n (name)
      order by 1
    ),
    false
  )
)::text
from kept_statement k
where k.is_current`,
    z.boolean(),
  );
}

/** Records the prepared statements of the current version. Drops functions that neither it nor the previous version uses. */
export function dropOldStatements(names: readonly string[]): Statement {
  return sql`select drop_unused_statements(${textArray(names)})::text`;
}
