import * as z from 'zod';

import type { KeptStatement } from '../../lib/data-api/kept.ts';
import { manyRows, type RowsQuery } from '../../lib/data-api/query.ts';
import { json, sql, textArray, type Statement } from '../../lib/data-api/sql.ts';

/** Those of some names that the database does not keep a statement under. */
export function missingStatements(names: readonly string[]): RowsQuery<readonly string[]> {
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
export function keepStatements(statements: readonly KeptStatement[]): Statement {
  return sql`select keep_statement(s.name, s."parameterTypes", s.columns, s.body)::text
from jsonb_to_recordset(${json(statements)}) as s (name text, "parameterTypes" text[], columns integer, body text)`;
}

/** Takes away what is neither among these names nor was among those of the run before. */
export function forgetStatements(names: readonly string[]): Statement {
  return sql`select forget_statements(${textArray(names)})::text`;
}
