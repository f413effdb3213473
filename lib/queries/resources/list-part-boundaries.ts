import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import { partBoundaryTables } from './visible-ids.ts';

const boundariesSchema = z.array(z.string().transform(parseResourceId)).readonly();

/**
 * Divides the visible resource instances into parts of equal size, in the order of their ids.
 * @param partSize resource instances in each part; the last one can have fewer
 * @returns the last id of each part, except that of the last part
 */
export function listPartBoundaries(
  caller: Caller,
  partSize: number,
): RowsQuery<readonly ResourceId[]> {
  return oneRow(
    sql`with ${partBoundaryTables(caller, partSize)}
select coalesce(jsonb_agg(b.resource_id order by b.resource_id), '[]')::text
from boundary b`,
    boundariesSchema,
  );
}
