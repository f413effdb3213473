import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { bigint, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import { keyColumns, keyColumnsDescending } from './feature-key.ts';
import { selectFeatures, selectionTables } from './selected-features.ts';
import { tileKeySchema } from './tile-key.ts';

const tileAtSchema = z.object({ count: z.number(), last: tileKeySchema.nullable() }).readonly();

/** A tile, and how many tiles of the selection there are up to it. */
export type TileAt = z.output<typeof tileAtSchema>;

/**
 * Finds the tile at a position in the order of tiles, or the last one if there are fewer.
 * @param query selects features of resource instances
 * @param position from 1
 */
export function findTileAt(
  caller: Caller,
  query: FeatureQuery,
  position: bigint,
): RowsQuery<TileAt> {
  const key = keyColumns(query, 'f');
  const tiles = selectFeatures(
    query,
    key,
    sql`true`,
    sql`group by ${key}
  order by ${key}
  limit ${bigint(position)}`,
  );
  return oneRow(
    sql`with ${selectionTables(caller, query)},
first_tile as materialized (
  ${tiles}
)
select jsonb_build_object(
  'count', (select count(*) from first_tile),
  'last', (
    select jsonb_build_array(${keyColumns(query, 't')})
    from first_tile t
    order by ${keyColumnsDescending(query, 't')}
    limit 1
  )
)::text`,
    tileAtSchema,
  );
}
