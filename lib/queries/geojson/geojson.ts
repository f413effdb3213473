import type { PartsQuery } from '../../data-api/chunks.ts';
import { bigint, boolean, int, sql, text, uuid, uuidArray } from '../../data-api/sql.ts';
import { conceptLabels } from '../concepts/concept-labels.ts';
import { readableNames } from '../readable-names.ts';
import { rowsBefore, type Caller } from '../resources/list-resources.ts';
import { uuidPattern, uuidWithin } from '../uuid-pattern.ts';

/** Which features are wanted, and with what. Lists that are absent do not filter. */
export type FeatureQuery = {
  readonly resources: readonly string[] | null;
  readonly nodes: readonly string[] | null;
  readonly tile: string | null;
  readonly geometryType: string | null;
  /** Nodegroups whose values become properties; may be empty. */
  readonly nodegroups: readonly string[];
  readonly withLabels: boolean;
  readonly withNames: boolean;
  /** Tiles to a page, and which page, from 1. */
  readonly paging: { readonly limit: number; readonly page: number } | null;
};

/**
 * The features that a caller may see (specification, GET /geojson), in the order resource instance, tile, node, place in
 * the collection. Paging counts tiles that hold a geometry of the wanted nodes. Every part is a letter and fields
 * between tabs, which JSON text cannot hold:
 * - `I` whether the page is the last;
 * - `M` a node whose values become properties: {node_id, property_name, datatype, config};
 * - `L` the labels of a concept value, for display: {value_id, text, labels};
 * - `P` resource id, its property values [[node id, value], …] in tile order;
 * - `V` the value of a node of another tile, to which a value points: {tile_id, node_id, datatype, config, value};
 * - `N` resource id, its names {language: text}, of the page or mentioned in values;
 * - `F` resource id, tile id, node id, the feature's properties, its geometry.
 */
export function featureParts(caller: Caller, query: FeatureQuery): PartsQuery {
  const { paging } = query;
  return {
    parts: sql`with readable as materialized (
    select r.nodegroup_id
    from readable_nodegroup(${int(caller)}) r
  ),
  geometry_node as (
    select n.node_id, n.model_position
    from node n
    join readable r on r.nodegroup_id = n.nodegroup_id
    where n.holds = 'geometry'
      ${query.nodes === null ? sql`` : sql`and n.node_id = any (${uuidArray(query.nodes)})`}
  ),
  counted_tile as materialized (
    select distinct f.resource_id, f.tile_id
    from feature f
    join visible_resource(${int(caller)}) v on v.resource_id = f.resource_id
    where f.node_id in (select g.node_id from geometry_node g)
      ${query.resources === null ? sql`` : sql`and f.resource_id = any (${uuidArray(query.resources)})`}
      ${query.tile === null ? sql`` : sql`and f.tile_id = ${uuid(query.tile)}`}
    order by f.resource_id, f.tile_id
    limit ${int(paging === null ? null : paging.limit + 1)}
    offset ${bigint(paging === null ? 0n : rowsBefore(paging.page, paging.limit))}
  ),
  page_tile as (
    select c.resource_id, c.tile_id
    from counted_tile c
    order by c.resource_id, c.tile_id
    limit ${int(paging === null ? null : paging.limit)}
  ),
  page_resource as materialized (
    select distinct p.resource_id
    from page_tile p
  ),
  property_node as (
    select n.node_id, n.nodegroup_id, n.property_name, n.datatype, n.holds, n.config, n.model_position
    from node n
    join readable r on r.nodegroup_id = n.nodegroup_id
    where n.nodegroup_id = any (${uuidArray(query.nodegroups)})
      and n.holds is distinct from 'nothing'
  ),
  property as materialized (
    select
      t.resource_id,
      n.node_id,
      n.datatype,
      n.holds,
      t.data -> n.node_id::text as value,
      row_number() over (
        partition by t.resource_id
        order by g.depth, g.model_position, coalesce(t.sort_order, 0), t.tile_id, n.model_position
      ) as place
    from page_resource p
    join tile t on t.resource_id = p.resource_id
    join property_node n on n.nodegroup_id = t.nodegroup_id
    join nodegroup g on g.nodegroup_id = t.nodegroup_id
    where jsonb_typeof(t.data -> n.node_id::text) <> 'null'
  ),
  pointed_node as (
    select distinct lower(p.value #>> '{}')::uuid as tile_id, lower(n.config ->> 'nodeid')::uuid as node_id
    from property p
    join property_node n on n.node_id = p.node_id
    where ${boolean(query.withLabels)}
      and p.holds = 'tile'
      and (p.value #>> '{}') ~* ${uuidPattern}
      and (n.config ->> 'nodeid') ~* ${uuidPattern}
  ),
  pointed as materialized (
    select t.tile_id, n.node_id, n.datatype, n.holds, n.config, t.data -> n.node_id::text as value
    from pointed_node p
    join tile t on t.tile_id = p.tile_id
    join node n on n.node_id = p.node_id and n.nodegroup_id = t.nodegroup_id
    join readable r on r.nodegroup_id = t.nodegroup_id
    join visible_resource(${int(caller)}) v on v.resource_id = t.resource_id
  ),
  mentioned as materialized (
    select distinct lower(found.id[1])::uuid as id
    from (
      select p.holds, p.value
      from property p
      union all
      select d.holds, d.value
      from pointed d
    ) p
    cross join lateral regexp_matches(
      p.value::text,
      ${uuidWithin},
      'gi'
    ) as found (id)
    where ${boolean(query.withLabels)}
      and p.holds in ('concept values', 'resource instances')
  ),
  named_resource as materialized (
    select r.resource_id, r.descriptors
    from resource r
    where r.resource_id = any (array(
      select p.resource_id
      from page_resource p
      where ${boolean(query.withNames)}
      union
      select v.resource_id
      from visible_resource(${int(caller)}) v
      where v.resource_id = any (array(select m.id from mentioned m))
    ))
  ),
  described as materialized (
    select array_agg(v.resource_id) as visible
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select unnest(described_resources(r.descriptors))
      from named_resource r
    ))
  ),
  resource_name as (
    select
      r.resource_id,
      ${readableNames(sql`select d.visible from described d`)} as names
    from named_resource r
  ),
  part as (
    select
      0 as section,
      0::bigint as place,
      E'I\t' || ((select count(*) from counted_tile) = (select count(*) from page_tile))::text as part
    union all
    select
      1,
      n.model_position,
      E'M\t' || jsonb_build_object(
        'node_id', n.node_id,
        'property_name', n.property_name,
        'datatype', n.datatype,
        'config', n.config
      )::text
    from property_node n
    union all
    select
      2,
      0,
      E'L\t' || ${conceptLabels}
    from concept_value v
    where v.value_id = any (array(select m.id from mentioned m))
    union all
    select 3, 0, E'N\t' || n.resource_id || E'\t' || n.names::text
    from resource_name n
    union all
    select
      4,
      0,
      E'V\t' || jsonb_build_object(
        'tile_id', d.tile_id,
        'node_id', d.node_id,
        'datatype', d.datatype,
        'config', d.config,
        'value', d.value
      )::text
    from pointed d
    union all
    select
      5,
      0,
      E'P\t' || p.resource_id || E'\t'
        || jsonb_agg(jsonb_build_array(p.node_id, p.value) order by p.place)::text
    from property p
    group by p.resource_id
    union all
    select
      6,
      row_number() over (order by f.resource_id, f.tile_id, g.model_position, g.node_id, f.position),
      E'F\t' || f.resource_id || E'\t' || f.tile_id || E'\t' || f.node_id || E'\t'
        || f.properties::text || E'\t' || f.geometry_text
    from page_tile p
    join feature f on f.tile_id = p.tile_id
    join geometry_node g on g.node_id = f.node_id
    ${query.geometryType === null ? sql`` : sql`where f.geometry_type = ${text(query.geometryType)}`}
  )
  select
    row_number() over (order by p.section, p.place) as position,
    p.part
  from part p`,
    stamp: sql`select c.ordinal from activity_counter c`,
  };
}
