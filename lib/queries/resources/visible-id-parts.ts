import * as z from 'zod';

import { manyRows, mapQuery, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import { partBoundaryTables, visibleIdTables } from './visible-ids.ts';

const idsSchema = z.array(z.string().transform(parseResourceId)).readonly();

/** A row of the Data API may have 64 KB, and 1,000 ids have 40 KB. */
const idsPerRow = 1000;

/**
 * Lists the boundaries of the parts into which the visible resource instances are divided, in the order of their ids.
 * @param partSize the number of resource instances in each part; the last part can have fewer
 * @returns the last id of each part, except that of the last part
 */
export function listPartBoundaries(
  caller: Caller,
  partSize: number,
): RowsQuery<readonly ResourceId[]> {
  return idsQuery(sql`with ${partBoundaryTables(caller, partSize)},
numbered as (
  select b.resource_id, row_number() over (order by b.resource_id) as position
  from boundary b
)`);
}

/** Lists the ids of one part. @param after the id before the part; null for the first part */
export function listIdsOfPart(
  caller: Caller,
  after: ResourceId | null,
  partSize: number,
): RowsQuery<readonly ResourceId[]> {
  return idsQuery(sql`with ${visibleIdTables(caller, { after, skipped: 0n, length: partSize })},
numbered as (
  select p.resource_id, row_number() over (order by p.resource_id) as position
  from page p
)`);
}

/** @param withClause a with clause that contains `numbered`: ids, and their positions from 1 */
function idsQuery(withClause: Statement): RowsQuery<readonly ResourceId[]> {
  const statement = sql`${withClause}
select jsonb_agg(n.resource_id order by n.position)::text
from numbered n
group by (n.position - 1) / ${int(idsPerRow)}
order by min(n.position)`;
  return mapQuery(manyRows(statement, idsSchema), (ids) => ids.flat());
}
