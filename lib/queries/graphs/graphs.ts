import type { PartsQuery } from '../../data-api/chunks.ts';
import { int, sql, text } from '../../data-api/sql.ts';
import { hiddenIds, readableModels } from '../hidden-ids.ts';
import type { Caller } from '../resources/list-resources.ts';
import { stampOfParts } from '../stamp-of-parts.ts';

/**
 * The resource models of which a caller may read anything.
 * @returns parts: the row of each as existing clients know it, as JSON text
 */
export function readableGraphs(caller: Caller): PartsQuery {
  return {
    parts: sql`with ${readableModels(caller)}
  select
    row_number() over (order by g.graph_id) as position,
    jsonb_build_object(
      'graphid', g.graph_id,
      'name', g.name,
      'description', s.description,
      'subtitle', s.subtitle,
      'slug', g.slug,
      'isresource', g.is_resource_model,
      'ontology_id', g.ontology_id,
      'publication_id', g.publication_id,
      'author', s.author,
      'version', s.version,
      'color', s.color,
      'iconclass', s.iconclass,
      'jsonldcontext', s.jsonldcontext,
      'deploymentdate', s.deploymentdate,
      'deploymentfile', s.deploymentfile,
      'template_id', s.template_id
    )::text as part
  from readable_graph r
  join graph g on g.graph_id = r.graph_id
  cross join lateral jsonb_to_record(g.source) as s (
    description jsonb,
    subtitle jsonb,
    author jsonb,
    version jsonb,
    color jsonb,
    iconclass jsonb,
    jsonldcontext jsonb,
    deploymentdate jsonb,
    deploymentfile jsonb,
    template_id jsonb
  )`,
    stamp: stampOfParts,
  };
}

/**
 * One resource model for a caller.
 * @param wanted its id or slug
 * @returns parts: whether the caller may read anything at all (`true` or `false`); {graph_id, slug, name, ontology_id,
 * publication_id, published_at, readable_nodegroups, hidden_ids}; the JSON that the graph was read from. The first alone where
 * the model is unknown or not the caller's to see.
 */
export function graphSource(caller: Caller, wanted: string): PartsQuery {
  return {
    parts: sql`with ${readableModels(caller)},
  wanted as materialized (
    select g.*, g.source::text as source_text
    from readable_graph r
    join graph g on g.graph_id = r.graph_id
    where g.slug = ${text(wanted)}
      or g.graph_id::text = lower(${text(wanted)})
  )
  select
    0::bigint as position,
    may_read_anything(${int(caller)})::text as part
  union all
  select
    1,
    jsonb_build_object(
      'graph_id', w.graph_id,
      'slug', w.slug,
      'name', w.name,
      'ontology_id', w.ontology_id,
      'publication_id', w.publication_id,
      'published_at', (
        select p.published_at
        from publication p
        where p.publication_id = w.publication_id
      ),
      'readable_nodegroups', (
        select coalesce(jsonb_agg(r.nodegroup_id), '[]')
        from readable r
        where r.graph_id = w.graph_id
      ),
      'hidden_ids', (${hiddenIds(sql`select w.source_text`)})
    )::text
  from wanted w
  union all
  select 2, w.source_text
  from wanted w`,
    stamp: stampOfParts,
  };
}
