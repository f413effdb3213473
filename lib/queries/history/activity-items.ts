import * as z from 'zod';

import { listSection, type DocumentSection } from '../../data-api/document-sections.ts';
import { int, rawSql, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nilUuid } from '../../model/ids.ts';
import { rootClassExpression } from '../resources/resource-document-fragments.ts';

/** The types of activities, as Activity Streams 2.0 names them. */
export const activityTypes = ['Create', 'Update', 'Delete'] as const;

export type ActivityType = (typeof activityTypes)[number];

const activityItemSchema = z
  .object({
    ordinal: z.number(),
    type: z.enum(activityTypes),
    /** In UTC, to the second. */
    endTime: z.string(),
    /** Null if unknown. */
    actor: z
      .object({
        accountId: z.number(),
        username: z.string(),
        firstName: z.string(),
        lastName: z.string(),
      })
      .readonly()
      .nullable(),
    /** Null if the caller may not read the resource instance. */
    object: z
      .object({
        resourceId: z.string(),
        graphId: z.string(),
        /** As written in the model; null if the graph was deleted or has no ontology. */
        rootClass: z.string().nullable(),
      })
      .readonly()
      .nullable(),
  })
  .readonly();

export type ActivityItem = z.infer<typeof activityItemSchema>;

/**
 * The common table expressions for the permissions of a reader of the stream: `caller_right`, of one row, and
 * `graph_of_readable_items`, the graphs of which the caller may read something.
 */
export function activityPermissionTables(caller: Caller): Statement {
  return sql`caller_right as materialized (
    select
      c.account_id,
      coalesce(c.is_administrator, false) as is_administrator,
      coalesce(c.is_reviewer, false) as is_reviewer,
      coalesce(c.has_resource_grants, false) as has_resource_grants,
      may_read_history(${int(caller)}) as may_read_history
    from (select) one_row
    left join caller_rights(${int(caller)}) c on true
  ),
  graph_of_readable_items as materialized (
    select g.graph_id
    from readable_graph(${int(caller)}) g
  )`;
}

/** The condition that the caller may read the stream at all. It needs `activityPermissionTables`. */
export const mayReadHistoryCondition = sql`(select c.may_read_history from caller_right c)`;

/**
 * The condition that a caller may know the resource instance of an item `a`. It needs `activityPermissionTables`. It
 * looks up single rows, so that a later page costs no more than the first one.
 * - Nobody may know it, if the item replaces one that was lost by a restore (infra/cli/after-restore/correct-after-restore.ts).
 * - Administrators may know it.
 * - Other callers may not know it, if the resource instance had grants of its own when this item or a later one deleted it.
 * - If it exists, callers who may see it may know it. If it was deleted since the item and created again, they must also
 *   be allowed to read something of the graph of the item.
 * - If it does not exist, callers who may read something of the graph of the item may know it.
 * @rule Activity stream: Who may see what an item is about?
 * @rule Activity stream: What becomes of activities of deleted resource instances? They stay; the rights decide who
 * sees what they are about.
 * @param visibleCondition `resourceVisibleCondition` for the resource instance of the item
 */
export function itemReadableCondition(visibleCondition: Statement): Statement {
  const sinceItem = sql`activity d
          where d.resource_id = a.resource_id
            and d.ordinal >= a.ordinal`;
  const graphReadableCondition = sql`a.graph_id in (select g.graph_id from graph_of_readable_items g)`;
  return sql`(
      a.resource_id <> ${rawSql(`'${nilUuid}'::uuid`)}
      and (
        (select c.is_administrator from caller_right c)
        or (
          not ${existsAsValue(sql`${sinceItem}
            and d.had_grants`)}
          and case ${visibleCondition}
            when true then
              ${graphReadableCondition}
              or not ${existsAsValue(sql`${sinceItem}
            and d.activity_type = 'Delete'`)}
            when false then false
            else ${graphReadableCondition}
          end
        )
      )
    )`;
}

/**
 * The condition that a caller may see a resource instance. It needs `activityPermissionTables`. It is null if the resource
 * instance does not exist, or is only a proposal of other accounts. The function `visible_resource` is called only for
 * callers with grants on resource instances; other callers see the resource instances of readable graphs.
 * @param id an SQL expression for the id of the resource instance
 */
export function resourceVisibleCondition(caller: Caller, id: Statement): Statement {
  return sql`(
          select
            case
              when (select c.has_resource_grants from caller_right c) then ${existsAsValue(sql`visible_resource(${int(caller)}) v
          where v.resource_id = r.resource_id`)}
              else (select c.is_administrator from caller_right c)
                or r.graph_id in (select g.graph_id from graph_of_readable_items g)
            end
          from resource r
          where r.resource_id = ${id}
            and exists_for_caller(
              r.proposed_by,
              (select c.is_reviewer from caller_right c),
              (select c.account_id from caller_right c)
            )
        )`;
}

/** An expression: whether a row exists. With `exists`, the planner might build a hash table of all rows. */
function existsAsValue(from: Statement): Statement {
  return sql`coalesce(
          (
          select true
          from ${from}
          limit 1
          ),
          false
        )`;
}

/** Items in the order of the stream. @param items the name of a table of activities with the column is_readable */
export function itemSection(items: string): DocumentSection<readonly ActivityItem[]> {
  // The class is looked up once for each graph instead of each item.
  return listSection(
    activityItemSchema,
    sql`with item_graph as materialized (
      select g.graph_id, ${rootClassExpression(sql`g.graph_id`)} as root_class
      from (select distinct i.graph_id from ${rawSql(items)} i) g
    )
    select
      a.ordinal,
      json_build_object(
        'ordinal', a.ordinal,
        'type', a.activity_type,
        'endTime', to_char(a.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'actor', case
          when p.account_id is not null then json_build_object(
            'accountId', p.account_id,
            'username', p.username,
            'firstName', p.first_name,
            'lastName', p.last_name
          )
        end,
        'object', case
          when a.is_readable then json_build_object(
            'resourceId', a.resource_id,
            'graphId', a.graph_id,
            'rootClass', i.root_class
          )
        end
      )::text
    from ${rawSql(items)} a
    left join account p on p.account_id = a.account_id
    left join item_graph i on i.graph_id = a.graph_id`,
  );
}
