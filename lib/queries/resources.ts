import type { PartsQuery } from '../data-api/chunks.ts';
import { bigint, boolean, int, sql, text, uuid, type Statement } from '../data-api/sql.ts';
import type { ResourceId } from '../model/ids.ts';

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
 * Pages by number skip over an index-only scan of ids; a cursor costs the same at any depth (design 4).
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

/**
 * One resource instance for a caller: whether the caller may read anything at all (`true` or `false`), then the header of
 * the resource, then its tiles in their stable order (depth, order of the model, sort order, id), each as JSON text.
 * No header: the resource is unknown or not the caller's to see. A tile below one that the caller may not read has no parent.
 * @param leaveOutHidden leaves out nodegroups whose card, or one above, is hidden
 */
export function resourceDocument(
  caller: Caller,
  resourceId: ResourceId,
  leaveOutHidden: boolean,
): PartsQuery {
  return {
    parts: sql`with visible as (
    select r.*
    from visible_resource(${int(caller)}) v
    join resource r on r.resource_id = v.resource_id
    where v.resource_id = ${uuid(resourceId)}
  ),
  readable as materialized (
    select n.nodegroup_id, n.depth, n.model_position, n.is_hidden
    from readable_nodegroup(${int(caller)}) p
    join nodegroup n on n.nodegroup_id = p.nodegroup_id
  ),
  readable_tile as materialized (
    select t.*, n.depth, n.model_position, n.is_hidden
    from visible v
    join tile t on t.resource_id = v.resource_id
    join readable n on n.nodegroup_id = t.nodegroup_id
  )
  select
    -1::bigint as position,
    may_read_anything(${int(caller)})::text as part
  union all
  select
    0,
    jsonb_build_object(
      'graph_id', v.graph_id,
      'legacyid', v.legacy_id,
      'resourceinstanceid', v.resource_id,
      'version', v.version,
      'changed_at', v.changed_at,
      'publication_id', g.publication_id,
      'descriptors', readable_descriptors(
        v.descriptors,
        (select array_agg(n.nodegroup_id) from readable n),
        (
          select array_agg(o.resource_id)
          from visible_resource(${int(caller)}) o
          where o.resource_id = any (described_resources(v.descriptors))
        )
      )
    )::text
  from visible v
  join graph g on g.graph_id = v.graph_id
  union all
  select
    row_number() over (order by t.depth, t.model_position, coalesce(t.sort_order, 0), t.tile_id),
    '{"tileid":"' || t.tile_id
      || '","data":' || t.data::text
      || ',"nodegroup_id":"' || t.nodegroup_id
      || '","parenttile_id":'
      || case
        when t.parent_tile_id in (select p.tile_id from readable_tile p)
          then '"' || t.parent_tile_id || '"'
        else 'null'
      end
      || ',"provisionaledits":'
      || case
        when t.provisional_edits is null then 'null'
        else coalesce(readable_provisional_edits(t.provisional_edits, ${int(caller)})::text, 'null')
      end
      || ',"resourceinstance_id":"' || t.resource_id
      || '","sortorder":' || coalesce(t.sort_order::text, 'null')
      || '}'
  from readable_tile t
  where not (t.is_hidden and ${boolean(leaveOutHidden)})`,
    stamp: sql`select r.version from resource r where r.resource_id = ${uuid(resourceId)}`,
  };
}
