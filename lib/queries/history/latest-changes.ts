import * as z from 'zod';

import { listSection, type DocumentSection } from '../../data-api/document-sections.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { listedNamesExpression, listedNameTables } from '../resources/listed-names.ts';
import { idsInDescriptorsColumn } from '../resources/resource-document-fragments.ts';
import {
  activityPermissionTables,
  activityTypes,
  itemReadableCondition,
  mayReadHistoryCondition,
  resourceVisibleCondition,
} from './activity-items.ts';

/** The maximum number of changed resource instances that a page lists. */
const maxChanges = 10;

/** The number of latest activities that are searched, including those that the caller may not see. */
const maxActivities = 200;

const latestChangeSchema = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    /** The type of its latest activity. */
    type: z.enum(activityTypes),
    /** RFC 3339, in UTC, to the second. */
    endTime: z.string(),
    /** By language. */
    names: z.record(z.string(), z.string()),
  })
  .readonly();

/** A recently changed resource instance. */
export type LatestChange = z.output<typeof latestChangeSchema>;

/**
 * The common table expressions of `latestChangeSection`. Beginning with the latest change, they check whether the caller
 * may see each resource instance, and stop after `maxChanges` visible ones.
 * @rule Activity stream: Which latest changes does the landing page show?
 */
export function latestChangeTables(caller: Caller): Statement {
  return sql`${activityPermissionTables(caller)},
  latest_activity as materialized (
    select distinct on (a.resource_id) a.*
    from activity a
    where a.ordinal > (select c.ordinal - ${int(maxActivities)} from activity_counter c)
      and ${mayReadHistoryCondition}
    order by a.resource_id, a.ordinal desc
  ),
  latest_change as materialized (
    select r.*, a.ordinal, a.activity_type, a.end_time, ${idsInDescriptorsColumn}
    from (
      select a.*
      from latest_activity a
      order by a.ordinal desc
      offset 0
    ) a
    join resource r on r.resource_id = a.resource_id
    where ${itemReadableCondition(resourceVisibleCondition(caller, sql`a.resource_id`))}
    order by a.ordinal desc
    limit ${int(maxChanges)}
  ),
  ${listedNameTables(caller, sql`latest_change`)}`;
}

/**
 * The existing resource instances that changed last and that the caller may see, each once; none if the caller may not
 * read the history.
 */
export const latestChangeSection: DocumentSection<readonly LatestChange[]> = listSection(
  latestChangeSchema,
  sql`select
      row_number() over (order by r.ordinal desc),
      jsonb_build_object(
        'resourceId', r.resource_id,
        'graphId', r.graph_id,
        'type', r.activity_type,
        'endTime', to_char(r.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'names', ${listedNamesExpression}
      )::text
    from latest_change r`,
);
