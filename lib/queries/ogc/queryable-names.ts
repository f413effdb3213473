import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { layerPropertyName } from '../geojson/property-sources.ts';

const layerColumnsSchema = z
  .object({
    slug: z.string(),
    columns: z.array(z.object({ name: z.string(), datatype: z.string() }).readonly()).readonly(),
  })
  .readonly();

/** A spatial view that the caller may read, with the names and datatypes of its readable columns. */
export type NamedLayer = z.output<typeof layerColumnsSchema>;

/** Lists the active spatial views that the caller may read, with their columns. */
export function listQueryableNames(caller: Caller): RowsQuery<readonly NamedLayer[]> {
  return manyRows(
    markPrepared(sql`with readable as materialized (
  select r.nodegroup_id
  from readable_nodegroup(${int(caller)}) r
)
select jsonb_build_object(
  'slug', v.slug,
  'columns', (
    select coalesce(
      jsonb_agg(jsonb_build_object('name', ${layerPropertyName}, 'datatype', n.datatype) order by c.position),
      '[]'
    )
    from spatial_view_attribute c
    join node n on n.node_id = c.node_id
    join readable r on r.nodegroup_id = n.nodegroup_id
    where c.spatial_view_id = v.spatial_view_id
      and n.holds is distinct from 'nothing'
  )
)::text
from spatial_view v
join node g on g.node_id = v.geometry_node_id
join readable r on r.nodegroup_id = g.nodegroup_id
where v.is_active
  and g.holds = 'geometry'
order by v.slug`),
    layerColumnsSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [listQueryableNames(caller)],
};
