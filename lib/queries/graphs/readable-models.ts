import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** The common table expression `readable_model`: the resource models that a caller may know. */
export function readableModelTable(caller: Caller): Statement {
  return sql`readable_model as materialized (
    select m.graph_id
    from readable_model(${int(caller)}) m
  )`;
}

/**
 * The common table expression `unreadable_id`: the ids of graphs, nodegroups and nodes that the caller may not know.
 * The surrounding statement must define `readable_model`.
 */
export function unreadableIdTable(caller: Caller): Statement {
  return sql`unreadable_id as materialized (
    select u.id
    from unreadable_id(${int(caller)}, array(select m.graph_id from readable_model m)) u
  )`;
}

/**
 * Selects those of the ids that the caller may not know. Even a readable part of a model can mention such ids. The
 * surrounding statement must define `unreadable_id`.
 * @param ids a query that returns one column
 * @returns a query that returns one jsonb list of ids
 */
export function unreadableIdsAmongQuery(ids: Statement): Statement {
  return sql`select coalesce(jsonb_agg(distinct candidate.id), '[]')
    from (${ids}) candidate (id)
    where candidate.id in (select u.id from unreadable_id u)`;
}
