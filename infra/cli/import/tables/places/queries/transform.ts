import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../../../lib/data-api/query.ts';
import { doubleArray, int, intArray, sql } from '../../../../../../lib/data-api/sql.ts';

/** A position in degrees of WGS 84, longitude first; null if there is none. */
const positionSchema = z.tuple([z.number(), z.number()]).nullable();

/**
 * Transforms positions to degrees of WGS 84.
 * @param xs eastings, or longitudes
 * @param ys northings, or latitudes
 * @returns for each position in its order the one in degrees, or null if it has none
 */
export function transformPositions(
  xs: readonly number[],
  ys: readonly number[],
  srid: number,
): RowsQuery<readonly z.infer<typeof positionSchema>[]> {
  return oneRow(
    sql`with given as (
  select
    p.number,
    spatial_layer.to_srid_or_null(st_setsrid(st_makepoint(p.x, p.y), ${int(srid)}), 4326) as place
  from unnest(${doubleArray(xs)}, ${doubleArray(ys)}) with ordinality p (x, y, number)
)
select coalesce(
  jsonb_agg(
    case
      when g.place is not null then jsonb_build_array(
        round(st_x(g.place)::numeric, 9),
        round(st_y(g.place)::numeric, 9)
      )
    end
    order by g.number
  ),
  '[]'
)::text
from given g`,
    z.array(positionSchema),
  );
}

/** Finds which reference systems the database knows. @param srids their numbers (EPSG) */
export function findKnownSystems(srids: readonly number[]): RowsQuery<readonly number[]> {
  return manyRows(
    sql`select s.srid::text
from spatial_ref_sys s
where s.srid = any (${intArray(srids)})`,
    z.number(),
  );
}
