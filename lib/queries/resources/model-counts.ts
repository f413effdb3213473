import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  callerTables,
  existsForCallerCondition,
  notDeniedCondition,
} from './visible-conditions.ts';

/**
 * The common table expression `model_count`: how many resource instances of each model the caller may see.
 * @param maxCount the number at which the counting of a model stops
 */
export function modelCountTables(caller: Caller, maxCount: number): Statement {
  const graphReadableCondition = sql`(c.is_administrator or m.graph_id = any (c.readable_graphs))`;
  return sql`${callerTables(caller)},
model_count as materialized (
  select m.graph_id, v.count
  from readable_model(${int(caller)}) m
  cross join caller c
  cross join lateral (
    select count(*) as count
    -- One of the two branches is always empty.
    from (
      (
        select 1
        from resource r
        where r.graph_id = m.graph_id
          and ${graphReadableCondition}
          and (not c.has_grants or ${notDeniedCondition})
          and ${existsForCallerCondition}
        limit ${int(maxCount)}
      )
      union all
      (
        select 1
        from granted g
        join resource r on r.resource_id = g.resource_id
        where g.can_view
          and r.graph_id = m.graph_id
          and not ${graphReadableCondition}
          and ${existsForCallerCondition}
        limit ${int(maxCount)}
      )
    ) visible
  ) v
)`;
}
