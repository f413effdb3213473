import * as z from 'zod';

import { mapQuery, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';

/** Counts the spatial views that must still be filled. */
export function countUnfilledViews(): RowsQuery<number> {
  return mapQuery(
    oneRow(
      sql`select jsonb_build_object('count', (select count(*) from filling_spatial_view()))::text`,
      z.object({ count: z.number() }),
    ),
    ({ count }) => count,
  );
}

/** Fills the next batch of rows. @returns whether more rows can remain */
export function fillNextBatch(): RowsQuery<boolean> {
  return mapQuery(
    oneRow(
      sql`select jsonb_build_object('hasMore', fill_spatial_views())::text`,
      z.object({ hasMore: z.boolean() }),
    ),
    ({ hasMore }) => hasMore,
  );
}
