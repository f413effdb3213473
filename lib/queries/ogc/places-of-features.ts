import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { intArray, joinStatements, joinTables, rawSql, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Place } from '../../model/questions/question.ts';
import { searchGeometry } from '../geojson/bounding-box.ts';
import { areaTable, reaches } from '../questions/place-conditions.ts';

const rowSchema = z.tuple([z.number(), z.array(z.boolean().nullable()).readonly()]).readonly();

/** The number of a feature, and for each place whether it lies so to it; null without a geometry. */
type PlacesOfFeature = z.output<typeof rowSchema>;

/**
 * Compares the geometries of features with places.
 * @param gids the numbers of features that the caller may read
 */
export function findPlacesOfFeatures(
  caller: Caller,
  gids: readonly number[],
  places: readonly Place[],
): RowsQuery<readonly PlacesOfFeature[]> {
  const areas = places.map((place, number) => ({ place, area: rawSql(`area_${number}`) }));
  const comparisons = joinStatements(
    areas.map(
      ({ place, area }) => sql`exists (
      select
      from ${area} a
      where ${searchGeometry} && a.box
        and ${reaches(place)}
    )`,
    ),
    ',\n    ',
  );
  return manyRows(
    sql`with ${joinTables(areas.map(({ place, area }) => areaTable(area, place, caller)))}
select jsonb_build_array(
  f.gid,
  case
    when f.geometry is null or is_nowhere(f.world_geometry) or st_isempty(f.geometry)
      then to_jsonb(array_fill(null::boolean, array[${rawSql(String(places.length))}]))
    else jsonb_build_array(
    ${comparisons}
    )
  end
)::text
from feature f
where f.gid = any (${intArray(gids)})`,
    rowSchema,
  );
}
