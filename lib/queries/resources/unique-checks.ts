import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, json, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceWrite, UniqueCheck } from '../../model/change/resource-write.ts';
import { parseResourceId, type TileId } from '../../model/ids.ts';

const positionsSchema = z.array(z.number()).readonly();

/** The unique checks that fail because of values that the caller may see. */
export const repeatedChecksSchema = z
  .object({
    count: z.number(),
    /** The positions of the first failed checks. */
    positions: positionsSchema,
    /** For each of these positions, the resource instance that has the values; null if only another checked tile has them. */
    holders: z.array(z.string().transform(parseResourceId).nullable()).readonly(),
  })
  .readonly();

export type RepeatedChecks = z.infer<typeof repeatedChecksSchema>;

/**
 * Finds the unique checks of a change that fail now because of values that the caller may see. Other values are
 * ignored.
 */
export function findRepeatedChecks(
  change: ResourceWrite,
  caller: Caller,
): RowsQuery<RepeatedChecks> {
  const failedChecks = failedChecksExpression(change.uniqueChecks, changingTileIds(change), caller);
  return oneRow(
    sql`select ${repeatedChecksExpression(sql`f.checks`)}::text
from (select ${failedChecks} as checks) f`,
    repeatedChecksSchema,
  );
}

/**
 * Finds the unique checks that fail now, regardless of who may see the values.
 * @param changingIds ids of tiles that will change; their new values are in the checks
 * @returns the positions of the failed checks, unordered
 */
export function findFailedUniqueChecks(
  checks: readonly UniqueCheck[],
  changingIds: readonly TileId[],
): RowsQuery<readonly number[]> {
  return oneRow(
    sql`select ((f.checks -> 'repeated') || (f.checks -> 'closed'))::text
from (select ${failedChecksExpression(checks, changingIds, null)} as checks) f`,
    positionsSchema,
  );
}

/** The ids of the tiles whose stored values are replaced by a change. */
export function changingTileIds({ tiles, uniqueChecks }: ResourceWrite): readonly TileId[] {
  return [...tiles, ...uniqueChecks].map(({ tile_id: id }) => id);
}

/** The result of the database function `repeated_values`: an SQL expression of type jsonb. */
export function failedChecksExpression(
  checks: readonly UniqueCheck[],
  changingIds: readonly TileId[],
  caller: Caller,
): Statement {
  // Default values are left out to keep the parameter small: there can be thousands of checks.
  const rows = checks.map((check) => ({
    constraint_id: check.constraint_id,
    nodegroup_id: check.nodegroup_id,
    ...(check.resource_id === null ? {} : { resource_id: check.resource_id }),
    values: check.values,
    ...(check.is_asked ? {} : { is_asked: false }),
  }));
  return sql`repeated_values(${json(rows)}, ${uuidArray(changingIds)}, ${int(caller)})`;
}

/**
 * An SQL expression of type jsonb, for `repeatedChecksSchema`. It lists the first 1,000 failed checks, because a row of the
 * Data API has at most 64 KB.
 * @param checks the result of `failedChecksExpression`
 */
export function repeatedChecksExpression(checks: Statement): Statement {
  return sql`jsonb_build_object(
  'count', jsonb_array_length(${checks} -> 'repeated'),
  'positions', jsonb_path_query_array(${checks}, '$.repeated[0 to 999]'),
  'holders', jsonb_path_query_array(${checks}, '$.holders[0 to 999]')
)`;
}
