import * as z from 'zod';

import { kept } from '../../data-api/kept.ts';
import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text } from '../../data-api/sql.ts';
import { everyFeature } from '../../geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { wantedNodes } from '../geojson/wanted-features.ts';

const collection = z
  .object({
    slug: z.string(),
    description: z.string(),
    /** West, south, east, north in degrees; null where there are no features, or too many to look at each. */
    extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  })
  .readonly();

/** A spatial view as a collection of features, as a caller may see it. */
export type FoundCollection = z.output<typeof collection>;

/** Features of a collection that are looked at for its extent, at most. */
const lookedAt = 5000;

/**
 * The collections of a caller: the active spatial views of whose geometry nodes the caller may read the nodegroup, by slug. Extents are those of what the caller may read.
 * @param slug of the only one that is wanted; null for all
 */
export function readableCollections(
  caller: Caller,
  slug: string | null,
): RowsQuery<readonly FoundCollection[]> {
  const only = slug === null ? sql`` : sql`and v.slug = ${text(slug)}`;
  const statement = sql`with ${wantedNodes(caller, everyFeature)}
select jsonb_build_object('slug', v.slug, 'description', v.description, 'extent', e.box)::text
from spatial_view v
join geometry_node g on g.node_id = v.geometry_node_id
cross join lateral (
  select case
    when count(*) <= ${int(lookedAt)} and count(f.geometry) > 0 then jsonb_build_array(
      min(st_xmin(f.geometry)),
      min(st_ymin(f.geometry)),
      max(st_xmax(f.geometry)),
      max(st_ymax(f.geometry))
    )
  end as box
  from (
    select f.geometry
    from feature f
    where f.node_id = g.node_id
      and f.resource_id not in (select c.resource_id from closed c)
      and f.tile_id not in (select c.tile_id from closed_tile c)
    limit ${int(lookedAt)} + 1
  ) f
) e
where v.is_active
  ${only}
order by v.slug`;
  return manyRows(kept(statement), collection);
}
