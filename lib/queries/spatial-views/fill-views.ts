import * as z from 'zod';

import { mapQuery, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';

/** The number of spatial views that are still to be filled. */
export function countFillingViews(): RowsQuery<number> {
  return mapQuery(
    oneRow(
      sql`select jsonb_build_object('count', (select count(*) from filling_spatial_view()))::text`,
      z.object({ count: z.number() }),
    ),
    ({ count }) => count,
  );
}

/** Fills the next batch of rows. Returns whether more may remain. */
export function fillNextBatch(): RowsQuery<boolean> {
  return mapQuery(
    oneRow(
      sql`select jsonb_build_object('goesOn', fill_spatial_views())::text`,
      z.object({ goesOn: z.boolean() }),
    ),
    ({ goesOn }) => goesOn,
  );
}
