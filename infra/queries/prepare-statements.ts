import * as z from 'zod';

import type { PreparedStatement } from '../../lib/data-api/prepared-statements.ts';
import { manyRows, oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { json, sql, textArray, type Statement } from '../../lib/data-api/sql.ts';

/** Those of some names that the database does not keep a statement under; none where all are installed. */
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

/** Keeps statements as functions, for the owner of the database. */
export function createStatementFunctions(statements: readonly PreparedStatement[]): Statement {
  return sql`select prepare_statement(s.name, s."parameterTypes", s.columns, s.body)::text
from jsonb_to_recordset(${json(statements)}) as s (name text, "parameterTypes" text[], columns integer, body text)`;
}

/** Whether these names are those of the version that was installed last. */
export function isCurrentVersion(names: readonly string[]): RowsQuery<boolean> {
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

/** Makes these names those of the version that was installed last, and takes away what is neither among them nor among those of the version before. */
export function dropOldStatements(names: readonly string[]): Statement {
  return sql`select drop_unused_statements(${textArray(names)})::text`;
}
