import type { RowsQuery } from '../../data-api/query.ts';
import { int, json, sql, text, type Statement } from '../../data-api/sql.ts';
import type { AccessEvent, AccessFacts, ChangeAuthor } from '../../model/accounts/access-change.ts';

/** The parts of a statement that changes accounts, groups, grants or applications. */
type ChangeParts = {
  /** Common table expressions that make the change. */
  readonly tables: Statement;
  /** Selects the changes from these tables: `target_id`, `target` (its name), `before` and `after` (jsonb without secrets). */
  readonly changes: Statement;
  /** Selects the result of the statement from these tables. */
  readonly result: Statement;
};

/** A query that changes accounts, groups, grants or applications. */
export type ChangeQuery<Value> = RowsQuery<Value> & {
  /** Returns the query that also records the change, in the same statement. An import records its changes in one row instead. */
  readonly recordedBy: (author: ChangeAuthor) => RowsQuery<Value>;
};

/**
 * Creates a query that makes a change, and can record it.
 * @rule Permissions: How is a change of accounts, groups, grants and applications recorded?
 * @param toQuery such as `rowExistsQuery`
 */
export function changeQuery<Value>(
  event: AccessEvent,
  { tables, changes, result }: ChangeParts,
  toQuery: (statement: Statement) => RowsQuery<Value>,
): ChangeQuery<Value> {
  return {
    ...toQuery(sql`with ${tables}
${result}`),
    recordedBy: (author) =>
      toQuery(sql`with ${tables},
recorded_change as (
  ${insertChanges(event, author, changes)}
)
${result}`),
  };
}

/** Records a change that many statements make, such as an import. @param target its name; @param after counts */
export function recordSummary(
  event: AccessEvent,
  author: ChangeAuthor,
  target: string,
  after: AccessFacts,
): Statement {
  return insertChanges(
    event,
    author,
    sql`select null as target_id, ${text(target)} as target, null::jsonb as before, ${json(after)} as after`,
  );
}

/** What changes nothing is not recorded. */
function insertChanges(event: AccessEvent, author: ChangeAuthor, changes: Statement): Statement {
  return sql`insert into access_change (author_account_id, author, event, target_id, target, before, after)
  select
    ${int(author.accountId)},
    ${text(author.name)},
    ${text(event)},
    c.target_id,
    c.target,
    c.before,
    c.after
  from (
    ${changes}
  ) c
  where c.before is distinct from c.after`;
}
