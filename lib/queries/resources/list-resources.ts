import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { isGraphNamed } from '../graphs/named-graph.ts';
import { rowsBefore } from '../page-offset.ts';

/** Which page of the resource list: by number, or after an id. */
export type ListPosition =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'cursor'; readonly after: ResourceId };

const resourcePage = z
  .object({ mayReadGraph: z.boolean(), ids: z.array(z.string()).readonly() })
  .readonly();

/** A page of ids, with one more where another page follows; and whether the caller may read anything of the graph that is wanted. */
export type ResourcePage = z.infer<typeof resourcePage>;

/**
 * One page of the ids of the resources that a caller may see, in id order.
 * Pages by number skip over an index-only scan of ids; a cursor costs the same at any depth.
 * @param graph id or slug of the only graph wanted
 */
export function listResources(
  caller: Caller,
  graph: string | undefined,
  position: ListPosition,
  limit: number,
): RowsQuery<ResourcePage> {
  const wanted = graph ?? null;
  const skip = position.kind === 'page' ? rowsBefore(position.page, limit) : 0n;
  return oneRow(
    sql`with wanted_graph as (
  select g.graph_id
  from graph g
  where ${isGraphNamed(wanted)}
),
page as (
  select v.resource_id
  from visible_resource(${int(caller)}) v
  where true
    ${wanted === null ? sql`` : sql`and v.graph_id in (select w.graph_id from wanted_graph w)`}
    ${position.kind === 'cursor' ? sql`and v.resource_id > ${uuid(position.after)}` : sql``}
  order by v.resource_id
  limit ${int(limit + 1)}
  offset ${bigint(skip)}
)
select jsonb_build_object(
  'mayReadGraph', exists (
    select
    from readable_nodegroup(${int(caller)}) n
    where n.graph_id in (select w.graph_id from wanted_graph w)
  )
  or exists (
    select
    from visible_resource(${int(caller)}) v
    where v.graph_id in (select w.graph_id from wanted_graph w)
  ),
  'ids', (select coalesce(jsonb_agg(p.resource_id order by p.resource_id), '[]') from page p)
)::text`,
    resourcePage,
  );
}
