import * as z from 'zod';

import { mapQuery, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';

/** How many spatial views are filled after their request, and are not yet. */
export function countFillingViews(): RowsQuery<number> {
  return mapQuery(
    oneRow(
      sql`select jsonb_build_object('count', (select count(*) from filling_spatial_view()))::text`,
      z.object({ count: z.number() }),
    ),
    ({ count }) => count,
  );
}

/** Goes on filling the views that are filled after their request, by a batch. Gives whether there may be more to do. */
export function fillNextBatch(): RowsQuery<boolean> {
  return mapQuery(
    oneRow(
      sql`select jsonb_build_object('goesOn', fill_spatial_views())::text`,
      z.object({ goesOn: z.boolean() }),
    ),
    ({ goesOn }) => goesOn,
  );
}
