import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, json, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceChange, UniqueCheck } from '../../model/change/resource-change.ts';
import { parseResourceId, type TileId } from '../../model/ids.ts';

const places = z.array(z.number()).readonly();

/** Unique checks that fail because of what the caller may see. */
export const repeatedChecksSchema = z
  .object({
    /** How many there are. */
    count: z.number(),
    /** The places of the first of them. */
    places,
    /** For each of these the resource instance that has the values; null where only others of the checks do. */
    holders: z.array(z.string().transform(parseResourceId).nullable()).readonly(),
  })
  .readonly();

export type RepeatedChecks = z.infer<typeof repeatedChecksSchema>;

/**
 * Asks which unique checks of a change fail as things are now, because of what a caller may see. What is closed to the caller is as if
 * it were not there.
 */
export function findRepeatedChecks(
  change: ResourceChange,
  caller: Caller,
): RowsQuery<RepeatedChecks> {
  const failed = failedChecksExpression(change.uniqueChecks, changingTileIds(change), caller);
  return oneRow(
    sql`select ${repeatedChecksExpression(sql`f.checks`)}::text
from (select ${failed} as checks) f`,
    repeatedChecksSchema,
  );
}

/**
 * Asks which unique checks fail as things are now, whoever may see why.
 * @param changing tiles that are to be changed; the checks tell what values they are to have
 * @returns the places of those checks, in no order
 */
export function findFailedUniqueChecks(
  checks: readonly UniqueCheck[],
  changing: readonly TileId[],
): RowsQuery<readonly number[]> {
  return oneRow(
    sql`select ((f.checks -> 'repeated') || (f.checks -> 'closed'))::text
from (select ${failedChecksExpression(checks, changing, null)} as checks) f`,
    places,
  );
}

/** The tiles whose stored values are no longer those that count once a change is stored. */
export function changingTileIds({ tiles, uniqueChecks }: ResourceChange): readonly TileId[] {
  return [...tiles, ...uniqueChecks].map(({ tile_id: id }) => id);
}

/** What `repeated_values` of the database says of some checks: an expression of jsonb. */
export function failedChecksExpression(
  checks: readonly UniqueCheck[],
  changing: readonly TileId[],
  caller: Caller,
): Statement {
  // What goes without saying is not sent: there may be thousands of them.
  const rows = checks.map((check) => ({
    constraint_id: check.constraint_id,
    nodegroup_id: check.nodegroup_id,
    ...(check.resource_id === null ? {} : { resource_id: check.resource_id }),
    values: check.values,
    ...(check.is_asked ? {} : { is_asked: false }),
  }));
  return sql`repeated_values(${json(rows)}, ${uuidArray(changing)}, ${int(caller)})`;
}

/**
 * What is told of the checks that fail visibly: an expression of jsonb. It names the first 1,000, because a row of the Data API has 64 KB.
 * @param checks what `repeated_values` says
 */
export function repeatedChecksExpression(checks: Statement): Statement {
  return sql`jsonb_build_object(
  'count', jsonb_array_length(${checks} -> 'repeated'),
  'places', jsonb_path_query_array(${checks}, '$.repeated[0 to 999]'),
  'holders', jsonb_path_query_array(${checks}, '$.holders[0 to 999]')
)`;
}
