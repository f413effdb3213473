import * as z from 'zod';

import type { LargeQuery } from '../../data-api/query.ts';
import { bigint, boolean, int, sql, text, uuid, uuidArray } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { labelledValue, labelledValues, type LabelledValue } from '../concepts/concept-labels.ts';
import { readableNames } from '../descriptors/readable-names.ts';
import { rowsBefore } from '../page-offset.ts';
import { sectionsOf } from '../sections.ts';
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

const propertyNode = z
  .object({
    nodeId: z.string(),
    propertyName: z.string(),
    datatype: z.string(),
    config: z.record(z.string(), z.unknown()),
  })
  .readonly();

const pointedValue = z
  .object({
    tileId: z.string(),
    nodeId: z.string(),
    datatype: z.string(),
    config: z.record(z.string(), z.unknown()),
    value: z.unknown(),
  })
  .readonly();

const namesByLanguage = z.record(z.string(), z.string());

const propertyValues = z
  .array(
    z
      .tuple([z.string(), z.unknown()])
      .transform(([nodeId, value]) => ({ nodeId, value }))
      .readonly(),
  )
  .readonly();

/** A node whose values become properties. */
export type PropertyNode = z.output<typeof propertyNode>;

/** A feature as it is stored; its properties and its geometry are JSON texts. */
export type StoredFeature = {
  readonly resourceId: string;
  readonly tileId: string;
  readonly nodeId: string;
  readonly properties: string;
  readonly geometry: string;
};

/** Features, with what their properties are made of. */
export type FoundFeatures = {
  readonly isLastPage: boolean;
  /** By node id. */
  readonly nodes: ReadonlyMap<string, PropertyNode>;
  /** By the id of the concept value. */
  readonly labels: ReadonlyMap<string, LabelledValue>;
  /** Names by language of the resource instances of the page, and of those that values mention: by id. */
  readonly names: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Values of nodes of other tiles, to which values point: by tile id and node id with a space between. */
  readonly pointedValues: ReadonlyMap<string, z.output<typeof pointedValue>>;
  /** The values that become properties of the features of a resource instance, in tile order: by resource id. */
  readonly values: ReadonlyMap<string, z.output<typeof propertyValues>>;
  /** In order. They are made one by one: there may be very many. */
  readonly features: Iterable<StoredFeature>;
};

const sections = sectionsOf('page', 'node', 'label', 'names', 'pointed-value', 'values', 'feature');

/**
 * The features that a caller may see (specification, GET /geojson), in the order resource instance, tile, node, place in
 * the collection. Paging counts tiles that hold a geometry of the wanted nodes.
 */
export function findFeatures(caller: Caller, query: FeatureQuery): LargeQuery<FoundFeatures> {
  const { paging } = query;
  return {
    isKept: true,
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
      ${readableNames(
        sql`r.descriptors`,
        sql`select n.nodegroup_id from readable n`,
        sql`select d.visible from described d`,
      )} as names
    from named_resource r
  )
  ${sections.rows(
    'page',
    sql`select 0::bigint, ((select count(*) from counted_tile) = (select count(*) from page_tile))::text`,
  )}
    union all
    ${sections.rows(
      'node',
      sql`select
      row_number() over (order by n.model_position),
      jsonb_build_object(
        'nodeId', n.node_id,
        'propertyName', n.property_name,
        'datatype', n.datatype,
        'config', n.config
      )::text
    from property_node n`,
    )}
    union all
    ${sections.rows(
      'label',
      sql`select row_number() over (), l.label
    from (${labelledValues(sql`array(select m.id from mentioned m)`)}) l (value_id, label)`,
    )}
    union all
    ${sections.rows(
      'names',
      sql`select row_number() over (), n.resource_id || E'\t' || n.names::text
    from resource_name n`,
    )}
    union all
    ${sections.rows(
      'pointed-value',
      sql`select
      row_number() over (),
      jsonb_build_object(
        'tileId', d.tile_id,
        'nodeId', d.node_id,
        'datatype', d.datatype,
        'config', d.config,
        'value', d.value
      )::text
    from pointed d`,
    )}
    union all
    ${sections.rows(
      'values',
      sql`select
      row_number() over (),
      p.resource_id || E'\t' || jsonb_agg(jsonb_build_array(p.node_id, p.value) order by p.place)::text
    from property p
    group by p.resource_id`,
    )}
    union all
    ${sections.rows(
      'feature',
      sql`select
      row_number() over (order by f.resource_id, f.tile_id, g.model_position, g.node_id, f.position),
      f.resource_id || E'\t' || f.tile_id || E'\t' || f.node_id || E'\t' || f.properties::text || E'\t' || f.geometry_text
    from page_tile p
    join feature f on f.tile_id = p.tile_id
    join geometry_node g on g.node_id = f.node_id
    ${query.geometryType === null ? sql`` : sql`where f.geometry_type = ${text(query.geometryType)}`}`,
    )}`,
    version: sql`select concat(
    (select c.ordinal from activity_counter c),
    (select max(l.changed_at) from last_change l)
  )`,
    read: readFeatures,
  };
}

/** Reads the parts of the statement for features. No JSON text holds a tab. @throws ZodError */
export function readFeatures(parts: readonly string[]): FoundFeatures {
  const texts = sections.read(parts);
  const nodes = texts('node').map((one) => propertyNode.parse(JSON.parse(one)));
  const labels = texts('label').map((one) => labelledValue.parse(JSON.parse(one)));
  const pointed = texts('pointed-value').map((one) => pointedValue.parse(parseLossless(one)));
  return {
    isLastPage: texts('page')[0] === 'true',
    nodes: new Map(nodes.map((node) => [node.nodeId, node])),
    labels: new Map(labels.map((label) => [label.valueId, label])),
    names: new Map(
      texts('names').map((one) => {
        const [id = '', names = ''] = one.split('\t');
        return [id, namesByLanguage.parse(JSON.parse(names))];
      }),
    ),
    pointedValues: new Map(pointed.map((one) => [`${one.tileId} ${one.nodeId}`, one])),
    values: new Map(
      texts('values').map((one) => {
        const [id = '', values = ''] = one.split('\t');
        return [id, propertyValues.parse(parseLossless(values))];
      }),
    ),
    features: storedFeatures(texts('feature')),
  };
}

function* storedFeatures(texts: readonly string[]): Generator<StoredFeature, void, undefined> {
  for (const text of texts) {
    const [resourceId = '', tileId = '', nodeId = '', properties = '{}', geometry = 'null'] =
      text.split('\t');
    yield { resourceId, tileId, nodeId, properties, geometry };
  }
}
