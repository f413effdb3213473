import { int, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery } from '../../geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { labelledValues } from '../concepts/concept-labels.ts';
import { readableNames } from '../descriptors/readable-names.ts';
import { uuidPattern, uuidWithin } from '../uuid-pattern.ts';

/** What the statement of a piece is made of besides its features. */
export type PieceContents = {
  /** Common table expressions, which read `found_feature`; they begin with a comma. */
  readonly tables: Statement;
  /** A query of the lines that all features of the piece share: `line`, of any order but that of the nodes, by `place`. */
  readonly sharedLines: Statement;
  /** A query of the lines of single resource instances: `resource_id`, `place` and `line`. */
  readonly resourceLines: Statement;
};

/**
 * What the properties of the features of `found_feature` are made of. The letter that a line begins with says what it is; a tab stands
 * between its fields, because no JSON text holds one (read-piece.ts).
 */
export function pieceContents(caller: Caller, query: FeatureQuery): PieceContents {
  const withValues = query.nodegroups.length > 0;
  const withLabels = withValues && query.useDisplayValues;
  const withNames = query.includePrimaryName;
  return {
    tables: sql`${withValues ? values(caller, query.nodegroups) : sql``}${withLabels ? mentions(caller) : sql``}${
      withNames || withLabels ? names(caller, withNames, withLabels) : sql``
    }`,
    sharedLines: sql`select g.place, 'g' || g.node_id as line
    from geometry_node g${withValues ? nodeLines : sql``}${withLabels ? labelLines : sql``}${
      withNames || withLabels ? nameLines : sql``
    }`,
    resourceLines: withValues
      ? sql`select v.resource_id, v.place, 'v' || v.resource_id || v.nodegroup_id || v.data::text as line
    from value_tile v`
      : sql`select null::uuid as resource_id, null::bigint as place, null as line where false`,
  };
}

const values = (caller: Caller, nodegroups: readonly string[]): Statement => sql`,
property_nodegroup as materialized (
  select g.nodegroup_id, row_number() over (order by g.depth, g.model_position) as place
  from nodegroup g
  join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = g.nodegroup_id
  where g.nodegroup_id = any (${uuidArray(nodegroups)})
),
property_node as materialized (
  select n.node_id, n.nodegroup_id, n.property_name, n.datatype, n.holds, n.config, n.model_position
  from node n
  where n.nodegroup_id in (select g.nodegroup_id from property_nodegroup g)
    and n.holds is distinct from 'nothing'
),
value_tile as materialized (
  select
    t.resource_id,
    t.nodegroup_id,
    t.data,
    row_number() over (order by t.resource_id, g.place, coalesce(t.sort_order, 0), t.tile_id) as place
  from (
    select distinct f.resource_id
    from found_feature f
  ) r
  join tile t on t.resource_id = r.resource_id
  join property_nodegroup g on g.nodegroup_id = t.nodegroup_id
  where t.nodegroup_id = any (array(select g.nodegroup_id from property_nodegroup g))
)`;

const nodeLines = sql`
    union all
    select
      n.model_position,
      'n' || jsonb_build_object(
        'nodeId', n.node_id,
        'nodegroupId', n.nodegroup_id,
        'propertyName', n.property_name,
        'datatype', n.datatype,
        'config', n.config
      )::text
    from property_node n`;

/** What values refer to: the nodes of other tiles that they point to, and the ids that they hold. */
const mentions = (caller: Caller): Statement => sql`,
referring_value as materialized (
  select distinct n.holds, n.config ->> 'nodeid' as pointed_node, v.data -> n.node_id::text as value
  from value_tile v
  join property_node n on n.nodegroup_id = v.nodegroup_id
  where n.holds in ('concept values', 'resource instances', 'tile')
    and jsonb_typeof(v.data -> n.node_id::text) <> 'null'
),
pointed_node as (
  select distinct lower(v.value #>> '{}')::uuid as tile_id, lower(v.pointed_node)::uuid as node_id
  from referring_value v
  where v.holds = 'tile'
    and (v.value #>> '{}') ~* ${uuidPattern}
    and v.pointed_node ~* ${uuidPattern}
),
pointed as materialized (
  select t.tile_id, n.node_id, n.datatype, n.holds, n.config, t.data -> n.node_id::text as value
  from pointed_node p
  join tile t on t.tile_id = p.tile_id
  join node n on n.node_id = p.node_id and n.nodegroup_id = t.nodegroup_id
  join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = t.nodegroup_id
  join visible_resource(${int(caller)}) v on v.resource_id = t.resource_id
),
mentioned as materialized (
  select distinct lower(found.id[1])::uuid as id
  from (
    select v.holds, v.value
    from referring_value v
    union all
    select d.holds, d.value
    from pointed d
  ) v
  cross join lateral regexp_matches(v.value::text, ${uuidWithin}, 'gi') as found (id)
  where v.holds in ('concept values', 'resource instances')
)`;

const labelLines = sql`
    union all
    select 0, 'l' || l.label
    from (${labelledValues(sql`array(select m.id from mentioned m)`)}) l (value_id, label)
    union all
    select
      0,
      'p' || jsonb_build_object(
        'tileId', d.tile_id,
        'nodeId', d.node_id,
        'datatype', d.datatype,
        'config', d.config,
        'value', d.value
      )::text
    from pointed d`;

const ofFeatures = sql`select f.resource_id
      from found_feature f`;

const ofMentioned = (caller: Caller): Statement => sql`select v.resource_id
      from visible_resource(${int(caller)}) v
      where v.resource_id = any (array(select m.id from mentioned m))`;

const named = (caller: Caller, withNames: boolean, withLabels: boolean): Statement => {
  if (!withLabels) return ofFeatures;
  return withNames
    ? sql`${ofFeatures}
      union
      ${ofMentioned(caller)}`
    : ofMentioned(caller);
};

const names = (caller: Caller, withNames: boolean, withLabels: boolean): Statement => sql`,
named_resource as materialized (
  select r.resource_id, r.descriptors
  from resource r
  where r.resource_id in (
      ${named(caller, withNames, withLabels)}
    )
),
described as materialized (
  select array_agg(v.resource_id) as visible
  from visible_resource(${int(caller)}) v
  where v.resource_id = any (array(
    select unnest(described_resources(r.descriptors))
    from named_resource r
  ))
),
readable as materialized (
  select r.nodegroup_id
  from readable_nodegroup(${int(caller)}) r
),
resource_name as materialized (
  select
    r.resource_id,
    ${readableNames(
      sql`r.descriptors`,
      sql`select n.nodegroup_id from readable n`,
      sql`select d.visible from described d`,
    )} as names
  from named_resource r
)`;

const nameLines = sql`
    union all
    select 0, 'r' || n.resource_id || n.names::text
    from resource_name n`;
