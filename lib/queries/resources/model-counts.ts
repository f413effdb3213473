import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  existsForCallerCondition,
  openedTable,
  readableGraphTables,
  visibleCondition,
} from './visible-conditions.ts';

/**
 * The common table expression `model_count`: how many resource instances of each model the caller may see.
 * @param maxCount the number at which the counting of a model stops
 */
export function modelCountTables(caller: Caller, maxCount: number): Statement {
  return sql`${readableGraphTables(caller)},
${openedTable(caller)},
model_count as materialized (
  select m.graph_id, v.count
  from readable_model(${int(caller)}) m
  cross join lateral (
    select count(*) as count
    from (${visibleOfModelQuery(caller, maxCount)}) visible
  ) v
)`;
}

/**
 * Selects a row for each resource instance of the model `m` that the caller may see. The surrounding statement must define
 * `readableGraphTables` and `openedTable`.
 * @param maxCount how many rows each of two branches returns at most. One of them is always empty.
 */
export const visibleOfModelQuery = (caller: Caller, maxCount: number): Statement => sql`
      (
        select 1
        from resource r
        where r.graph_id = m.graph_id
          and m.graph_id in (select g.graph_id from readable_graph g)
          and ${visibleCondition(caller)}
          and ${existsForCallerCondition}
        limit ${int(maxCount)}
      )
      union all
      (
        select 1
        from opened r
        where r.graph_id = m.graph_id
          and ${existsForCallerCondition}
        limit ${int(maxCount)}
      )
    `;
