import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { json, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { ResourceChange, UniqueCheck } from '../../model/change/resource-change.ts';
import type { TileId } from '../../model/ids.ts';

/**
 * Asks which unique checks fail as things are now.
 * @param changing tiles that are to be changed; the checks tell what values they are to have
 * @returns the places of those checks
 */
export function failedUniqueChecks(
  checks: readonly UniqueCheck[],
  changing: readonly TileId[],
): RowsQuery<readonly number[]> {
  return oneRow(
    sql`select to_jsonb(${repeatedValues(checks, changing)})::text`,
    z.array(z.number()).readonly(),
  );
}

/** The tiles whose stored values are no longer those that count once a change is stored. */
export function changingTiles({ tiles, uniqueChecks }: ResourceChange): readonly TileId[] {
  return [...tiles, ...uniqueChecks].map(({ tile_id: id }) => id);
}

/** The places of those of some checks that fail: an expression of integer[]. */
export function repeatedValues(
  checks: readonly UniqueCheck[],
  changing: readonly TileId[],
): Statement {
  // What goes without saying is not sent: there may be thousands of them.
  const rows = checks.map((check) => ({
    constraint_id: check.constraint_id,
    nodegroup_id: check.nodegroup_id,
    ...(check.resource_id === null ? {} : { resource_id: check.resource_id }),
    values: check.values,
    ...(check.is_asked ? {} : { is_asked: false }),
  }));
  return sql`repeated_values(${json(rows)}, ${uuidArray(changing)})`;
}
