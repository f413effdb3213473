import { bigint, int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';

/** A caller as SQL knows it: the account id, null for anonymous. */
export type Caller = number | null;

/** The rows before a page, so many that no number of a page is too large for PostgreSQL. */
export function rowsBefore(page: number, limit: number): bigint {
  const rows = BigInt(page - 1) * BigInt(limit);
  return rows < 2n ** 62n ? rows : 2n ** 62n;
}

/** Which page of the resource list: by number, or after an id. */
export type ListPosition =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'cursor'; readonly after: ResourceId };

/**
 * One page of the ids of the resources that a caller may see, in id order, and one id more where another page follows.
 * Pages by number skip over an index-only scan of ids; a cursor costs the same at any depth.
 * @param graph id or slug of the only graph wanted
 * @returns one row: whether the graph is one of which the caller may read anything, the ids joined by commas
 */
export function listResources(
  caller: Caller,
  graph: string | undefined,
  position: ListPosition,
  limit: number,
): Statement {
  const wanted = graph ?? null;
  const skip = position.kind === 'page' ? rowsBefore(position.page, limit) : 0n;
  return sql`with wanted_graph as (
  select g.graph_id
  from graph g
  where g.slug = ${text(wanted)}
    or g.graph_id::text = lower(${text(wanted)})
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
select
  exists (
    select
    from readable_nodegroup(${int(caller)}) n
    where n.graph_id in (select w.graph_id from wanted_graph w)
  )
  or exists (
    select
    from visible_resource(${int(caller)}) v
    where v.graph_id in (select w.graph_id from wanted_graph w)
  ),
  (select string_agg(p.resource_id::text, ',' order by p.resource_id) from page p)`;
}
