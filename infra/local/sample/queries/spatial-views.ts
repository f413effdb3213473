import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { sql } from '../../../../lib/data-api/sql.ts';

export function listSpatialViewSlugs(): RowsQuery<readonly string[]> {
  return manyRows(sql`select to_jsonb(v.slug)::text from spatial_view v`, z.string());
}
