import * as z from 'zod';

import { documentQuery, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { bigint, int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import {
  activityPermissionTables,
  itemReadableCondition,
  resourceVisibleCondition,
  itemSection,
  mayReadHistoryCondition,
  type ActivityItem,
} from './activity-items.ts';
import type { ActivityPageRequest } from './filtered-activity.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const accessSchema = z.object({
  mayReadSomething: z.boolean(),
  mayReadHistory: z.boolean(),
  /** Whether the caller may see the resource instance, or read an item about it. */
  existsForCaller: z.boolean(),
});

export type ResourceActivity = Readonly<z.infer<typeof accessSchema>> & {
  readonly items: readonly ActivityItem[];
  /** The ordinal after which the next page begins; undefined for the last page. */
  readonly next: number | undefined;
};

/** Lists the readable items about one resource instance. */
export function listResourceActivity(
  caller: Caller,
  resourceId: ResourceId,
  { after, limit }: ActivityPageRequest,
): DocumentQuery<ResourceActivity> {
  const readableItems = sql`select a.*
    from activity a
    where a.resource_id = ${uuid(resourceId)}
      and ${mayReadHistoryCondition}
      and ${itemReadableCondition(sql`(select v.is_visible from visibility v)`)}`;
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${activityPermissionTables(caller)},
  visibility as materialized (
    select ${resourceVisibleCondition(caller, sql`${uuid(resourceId)}`)} as is_visible
  ),
  matching_item as materialized (
    select a.*, true as is_readable
    from (
    ${readableItems}
      and a.ordinal > ${bigint(BigInt(after))}
    order by a.ordinal
    limit ${int(limit + 1)}
    ) a
  )`,
      sections: {
        access: requiredSection(
          accessSchema,
          sql`select json_build_object(
        'mayReadSomething', ${mayReadSomethingCondition(caller, sql`f.exists_for_caller`)},
        'mayReadHistory', ${mayReadHistoryCondition},
        'existsForCaller', f.exists_for_caller
      )::text
    from (
      select
        coalesce(v.is_visible, false)
        or exists (
          select
          from (
    ${readableItems}
          order by a.ordinal desc
          limit 1
          ) latest
        ) as exists_for_caller
      from visibility v
      offset 0
    ) f`,
        ),
        item: itemSection('matching_item'),
      },
    },
    (section) => {
      const matches = section('item');
      const items = matches.slice(0, limit);
      return {
        ...section('access'),
        items,
        next: matches.length > limit ? items.at(-1)?.ordinal : undefined,
      };
    },
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    listResourceActivity(caller, sample.resourceId, { after: 0, limit: 1 }),
  ],
};
