import { int, rawSql, sql, text, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { readableSourceTable } from './sort-key-tables.ts';

/**
 * The common table expression of a search by name: the readable nodegroups from which names are built, and the forms of the words.
 * @param name the name of the table
 */
export function searchedNameTable(name: Statement, caller: Caller, words: string): Statement {
  return sql`${name} as materialized (
  select
    (
      with ${readableSourceTable(caller)}
      select s.nodegroup_ids
      from readable_source s
    ) as nodegroup_ids,
    forms_of_parts(folded_parts(${text(words)})) as forms
)`;
}

/** The condition that a search by name finds a resource instance, by the names that the caller is shown. */
export function namedCondition(
  resourceId: Statement,
  searchedName: Statement,
  caller: Caller,
): Statement {
  return sql`exists (
      select
      from resource n
      cross join ${searchedName} s
      cross join lateral best_name_match(${int(caller)}, n.graph_id, n.descriptors, s.nodegroup_ids, s.forms) m
      where n.resource_id = ${resourceId}
        -- Every name begins with no words.
        and s.forms[cardinality(s.forms)] <> ''
      offset 0
    )`;
}

/** The names of the tables of searches by name, in the order of their conditions. */
export const searchedNameOf = (position: number): Statement => rawSql(`searched_name_${position}`);
