import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { rootClassExpression } from '../resources/resource-document-fragments.ts';

const hitDetailsSchema = z
  .object({
    resourceId: z.string(),
    rootClass: z.string().nullable(),
    isProposed: z.boolean(),
    mayChange: z.boolean(),
    isOwner: z.boolean(),
    isReviewer: z.boolean(),
  })
  .readonly();

/** What a hit says of a resource instance besides its names and tiles. */
export type HitDetails = z.output<typeof hitDetailsSchema>;

/** Finds the details of visible resource instances. */
export function listHitDetails(
  caller: Caller,
  ids: readonly string[],
): RowsQuery<readonly HitDetails[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'resourceId', r.resource_id,
  'rootClass', ${rootClassExpression(sql`r.graph_id`)},
  'isProposed', r.proposed_by is not null,
  'mayChange', coalesce((select p.can_change from resource_permission(${int(caller)}, r.resource_id) p), false),
  'isOwner', coalesce(r.created_by = ${int(caller)}, false),
  'isReviewer', c.is_reviewer
)::text
from visible_among(${int(caller)}, ${uuidArray(ids)}) v
join resource r on r.resource_id = v.resource_id
cross join (select is_reviewer(${int(caller)})) c (is_reviewer)`,
    hitDetailsSchema,
  );
}
