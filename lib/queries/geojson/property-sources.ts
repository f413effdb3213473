import { int, rawSql, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery, FeatureSelection } from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { labelledValuesQuery } from '../concepts/concept-labels.ts';
import { nodegroupOrder } from '../tiles/tile-order.ts';
import { exactUuidRegex, embeddedUuidRegex } from '../uuid-regex.ts';

/** The parts of the statement of a chunk that return the properties of its features. */
export type PropertySources = {
  /** Common table expressions that read `chunk_feature`. */
  readonly tables: readonly Statement[];
  /** A query that returns `position` and `line`: the lines that all features share. Only lines of nodes need an order. */
  readonly sharedLines: Statement;
  /**
   * An expression: the lines before the first feature `f` of a resource instance, each with a line break; null
   * if there are none.
   */
  readonly resourceLines: Statement;
};

/**
 * The sources of the properties of `chunk_feature`. The first letter of a line is its kind: `g` geometry node, `c` layer,
 * `n` property node, `l` label, `p` value of a node in another tile, `r` name of a resource instance, `v` value tile,
 * `f` feature (feature-lines.ts). Fields are separated by tabs, which JSON from jsonb never contains.
 * @rule GeoJSON and OGC API Features: Which kinds of lines does a chunk of features have?
 */
export function propertySources(caller: Caller, query: FeatureQuery): PropertySources {
  const isLayer = query.layer !== null;
  const hasValues = isLayer || query.nodegroups.length > 0 || query.mobileProject !== null;
  const hasLabels = isLayer || (hasValues && query.useDisplayValues);
  const hasNames = isLayer || query.includePrimaryName;
  return {
    tables: [
      ...(hasValues ? [propertyNodeTables(query)] : []),
      ...(hasLabels
        ? [mentionTables(caller, valuesOfFeatures, distinctRows), mentionedResourceTable(caller)]
        : []),
      ...(hasNames || hasLabels
        ? [nameSourceTable(caller, sourceIdsOf(descriptorsToExpand({ hasNames, hasLabels })))]
        : []),
    ],
    sharedLines: unionAll(
      sql`select g.position, 'g' || g.node_id as line
    from geometry_node g`,
      ...(isLayer ? [layerLine] : []),
      ...(hasValues ? [nodeLines] : []),
      ...(hasLabels ? [labelLines] : []),
    ),
    resourceLines: concatTexts([
      ...(hasNames ? [query.includePrimaryName ? nameLine : nameLineOfModel] : []),
      ...(hasValues ? [valueLines(query)] : []),
    ]),
  };
}

/** The sources of the columns of a layer for a map tile. Lines have ranks, so that an oversized tile can end after a complete feature. */
export type ColumnSources = Pick<PropertySources, 'tables'> & {
  /** A query that returns `position` and `line`: the lines of the layer and its columns. */
  readonly columnLines: Statement;
  /** A query that returns `rank` and `line`: what values refer to, with the lowest rank of the features that need the line. */
  readonly mentionLines: Statement;
};

/**
 * The sources of the columns of a layer, without their values.
 * @param valueTables tables that can read `property_node`. They must include `distinct_value`, with the columns
 *   `column_position`, `value` and `rank`
 * @param sourceIds a query of the ids of resource instances: those whose names occur in the names of the features
 */
export function columnSources(
  caller: Caller,
  query: FeatureQuery,
  valueTables: Statement,
  sourceIds: Statement,
): ColumnSources {
  return {
    tables: [
      propertyNodeTables(query),
      valueTables,
      mentionTables(caller, rankedValues, rankedRows),
      mentionedResourceTable(caller),
      nameSourceTable(
        caller,
        sql`${sourceIds}
        union all
        ${sourceIdsOf(descriptorsOfMentioned)}`,
      ),
    ],
    columnLines: unionAll(layerLine, nodeLines),
    mentionLines: rankedLabelLines,
  };
}

/**
 * The tables `property_nodegroup` and `property_node`: the readable nodes whose values become properties.
 * @rule GeoJSON and OGC API Features: Which properties does a feature get?
 */
export const propertyNodeTables = (
  query: FeatureSelection & Pick<FeatureQuery, 'nodegroups'>,
): Statement => sql`property_nodegroup as materialized (
  select g.nodegroup_id, row_number() over (order by ${nodegroupOrder(sql`g`)}) as position
  from nodegroup g
  join readable r on r.nodegroup_id = g.nodegroup_id
  where g.nodegroup_id = any (${query.layer === null ? sql`${uuidArray(query.nodegroups)}` : nodegroupsOfLayer})
    ${query.mobileProject === null ? sql`` : sql`or g.nodegroup_id in (select c.nodegroup_id from project_card c)`}
),
property_node as materialized (
  select n.node_id, n.nodegroup_id, g.position as nodegroup_position, ${
    query.layer === null
      ? sql`n.property_name, n.model_position as property_position`
      : sql`${layerPropertyName} as property_name, c.position as property_position`
  }, n.datatype, n.holds, n.config
  from node n
  join property_nodegroup g on g.nodegroup_id = n.nodegroup_id
  ${
    query.layer === null
      ? sql``
      : sql`join geometry_layer_column c on c.node_id = n.node_id
    and c.layer_id = (select l.layer_id from layer l)`
  }
  where n.holds is distinct from 'nothing'
)`;

/** Map libraries take a property `geometry` for the geometry of the feature, so a column `geometry` has the first free name with a number. */
export const layerPropertyName = sql`case
      when c.column_name <> 'geometry' then c.column_name
      else (
        select min(s.name)
        from (
          select 'geometry_' || g.number as name
          from generate_series(1, 1001) g (number)
          where not exists (
            select from geometry_layer_column o
            where o.layer_id = c.layer_id
              and o.column_name = 'geometry_' || g.number
          )
          order by g.number
          limit 1
        ) s
      )
    end`;

const nodegroupsOfLayer = sql`array(
    select n.nodegroup_id
    from layer l
    join geometry_layer_column c on c.layer_id = l.layer_id
    join node n on n.node_id = c.node_id
  )`;

/** The line of the layer; there is none if the caller may not read its geometry node. */
const layerLine = sql`select 0 as position, 'c' || jsonb_build_object('language', l.language_id, 'hasNames', l.is_of_model)::text as line
    from layer l
    where exists (select from geometry_node)`;

function unionAll(...queries: readonly [Statement, ...Statement[]]): Statement {
  return queries.reduce(
    (previous, query) => sql`${previous}
    union all
    ${query}`,
  );
}

/** An expression that concatenates texts; null if there are none. */
function concatTexts([firstText = sql`null`, ...otherTexts]: readonly Statement[]): Statement {
  return otherTexts.reduce((text, other) => sql`concat(${text}, ${other})`, firstText);
}

/** The lines of value tiles, unordered: most resource instances have one, and the parser sorts them. */
function valueLines({ layer, mobileProject, nodegroups }: FeatureQuery): Statement {
  const isOnlyNodegroup = layer === null && mobileProject === null && nodegroups.length === 1;
  // With `=`, the index finds the tiles of the only nodegroup. With a list, it finds all tiles of the resource instance.
  const nodegroupComparison = isOnlyNodegroup
    ? sql`= (select g.nodegroup_id from property_nodegroup g)`
    : sql`= any (array(select g.nodegroup_id from property_nodegroup g))`;
  return sql`(
        select string_agg(
          concat(
            'v',
            array_position(array(select g.nodegroup_id from property_nodegroup g order by g.position), t.nodegroup_id),
            E'\\t',
            coalesce(t.sort_order, 0),
            E'\\t',
            t.position,
            E'\\t',
            t.tile_id,
            t.data,
            E'\\n'
          ),
          ''
        )
        from tile t
        where t.resource_id = f.resource_id
          and t.nodegroup_id ${nodegroupComparison}
          and not t.is_proposed
      )`;
}

const nodeLines = sql`select
      n.property_position,
      'n' || jsonb_build_object(
        'nodeId', n.node_id,
        'nodegroupPosition', n.nodegroup_position,
        'propertyName', n.property_name,
        'datatype', n.datatype,
        'config', n.config
      )::text
    from property_node n`;

/** How the queries of `mentionTables` return each row once: by `distinct`, or by `group by` with the lowest rank. */
type Deduplication = {
  readonly distinct: Statement;
  readonly rank: (table: Statement) => Statement;
  readonly lowestRank: (table: Statement) => Statement;
  readonly groupBy: (columns: Statement) => Statement;
};

const distinctRows: Deduplication = {
  distinct: sql`distinct `,
  rank: () => sql``,
  lowestRank: () => sql``,
  groupBy: () => sql``,
};

const rankedRows: Deduplication = {
  distinct: sql``,
  rank: (table) => sql`, ${table}.rank`,
  lowestRank: (table) => sql`, min(${table}.rank) as rank`,
  groupBy: (columns) => sql`
  group by ${columns}`,
};

/** The condition that the values of the property node `n` refer to something. */
const refersCondition = sql`n.holds in ('concept values', 'resource instances', 'tile')`;

/** The referring values of property nodes in the resource instances of `chunk_feature`. */
const valuesOfFeatures = sql`select distinct n.holds, n.config ->> 'nodeid' as pointed_node, v.data -> n.node_id::text as value
  from (
    select distinct f.resource_id
    from chunk_feature f
  ) r
  join tile v on v.resource_id = r.resource_id
  join property_node n on n.nodegroup_id = v.nodegroup_id
  where ${refersCondition}
    and jsonb_typeof(v.data -> n.node_id::text) <> 'null'`;

const rankedValues = sql`select n.holds, n.config ->> 'nodeid' as pointed_node, v.value::jsonb as value, v.rank
  from distinct_value v
  join property_node n on n.property_position = v.column_position
  where ${refersCondition}`;

/**
 * The tables of references in values: to nodes of other tiles, concept values and resource instances.
 * @param referringValues a query of the values that refer to something
 */
const mentionTables = (
  caller: Caller,
  referringValues: Statement,
  { distinct, rank, lowestRank, groupBy }: Deduplication,
): Statement => sql`referring_value as materialized (
  ${referringValues}
),
pointed_node as (
  select ${distinct}lower(v.value #>> '{}')::uuid as tile_id, lower(v.pointed_node)::uuid as node_id${lowestRank(sql`v`)}
  from referring_value v
  where v.holds = 'tile'
    and (v.value #>> '{}') ~* ${exactUuidRegex}
    and v.pointed_node ~* ${exactUuidRegex}${groupBy(sql`1, 2`)}
),
pointed_value as materialized (
  select v.*${rank(sql`p`)}
  from (
    select array_agg(p.tile_id) as tile_ids, array_agg(p.node_id) as node_ids
    from pointed_node p
  ) l
  cross join lateral readable_value(${int(caller)}, l.tile_ids, l.node_ids) v
  join pointed_node p on p.tile_id = v.tile_id and p.node_id = v.node_id
),
mentioned_id as materialized (
  select ${distinct}v.holds, lower(mention.id[1])::uuid as id${lowestRank(sql`v`)}
  from (
    select v.holds, v.value${rank(sql`v`)}
    from referring_value v
    union all
    select p.holds, p.value${rank(sql`p`)}
    from pointed_value p
  ) v
  cross join lateral regexp_matches(v.value::text, ${embeddedUuidRegex}, 'gi') as mention (id)
  where v.holds in ('concept values', 'resource instances')${groupBy(sql`1, 2`)}
)`;

/** The readable names in descriptors by language: an expression. */
const readableNamesIn = (descriptors: Statement): Statement => sql`(
          select coalesce(jsonb_object_agg(l.key, readable_text(l.value -> 'name', s.nodegroup_ids, s.resource_ids)), '{}')
          from jsonb_each(${descriptors}) l
          cross join source s
          where readable_text(l.value -> 'name', s.nodegroup_ids, s.resource_ids) is not null
        )`;

/** The ids that values mention. A list of its own for each kind, so that what nothing mentions is not looked up. */
const mentionedIds = (holds: 'concept values' | 'resource instances'): Statement =>
  sql`array(select m.id from mentioned_id m where m.holds = '${rawSql(holds)}')`;
const mentionedValueIds = mentionedIds('concept values');
const mentionedResourceIds = mentionedIds('resource instances');

const pointedValueLine = sql`'p' || jsonb_build_object(
        'tileId', p.tile_id,
        'nodeId', p.node_id,
        'datatype', p.datatype,
        'config', p.config,
        'value', p.value
      )::text`;

const mentionedNameLine = sql`concat('r', r.resource_id, ${readableNamesIn(sql`r.descriptors`)})`;

const labelLines = sql`select 0, 'l' || l.label
    from (${labelledValuesQuery(mentionedValueIds)}) l (value_id, label)
    union all
    select
      0,
      ${pointedValueLine}
    from pointed_value p
    union all
    select 0, ${mentionedNameLine}
    from mentioned_resource r`;

const rankedLabelLines = sql`select m.rank, 'l' || l.label as line
    from (${labelledValuesQuery(mentionedValueIds)}) l (value_id, label)
    join mentioned_id m on m.id = l.value_id and m.holds = 'concept values'
    union all
    select p.rank, ${pointedValueLine}
    from pointed_value p
    union all
    select m.rank, ${mentionedNameLine}
    from mentioned_resource r
    join mentioned_id m on m.id = r.resource_id and m.holds = 'resource instances'`;

const mentionedResourceTable = (
  caller: Caller,
): Statement => sql`mentioned_resource as materialized (
  select r.resource_id, r.descriptors
  from visible_among(${int(caller)}, ${mentionedResourceIds}) v
  join resource r on r.resource_id = v.resource_id
)`;

const descriptorsOfFeatures = sql`select f.descriptors
          from chunk_feature f`;
const descriptorsOfMentioned = sql`select r.descriptors
          from mentioned_resource r`;

/** The descriptors whose names are shown: of the features, of the resource instances in their values, or of both. */
function descriptorsToExpand({
  hasNames,
  hasLabels,
}: {
  readonly hasNames: boolean;
  readonly hasLabels: boolean;
}): Statement {
  if (!hasLabels) return descriptorsOfFeatures;
  return hasNames
    ? sql`${descriptorsOfFeatures} union all ${descriptorsOfMentioned}`
    : descriptorsOfMentioned;
}

/** A query of the resource instances whose names occur in descriptors. Few descriptors contain such names; only those are expanded. */
const sourceIdsOf = (
  descriptors: Statement,
): Statement => sql`select unnest(described_resources(n.descriptors))
        from (
          ${descriptors}
        ) n
        where n.descriptors @? '$.*.*.resources[0]'`;

/**
 * The table `source`: the nodegroups and resource instances from which the caller may read names.
 * @param sourceIds a query of ids of resource instances
 */
export const nameSourceTable = (
  caller: Caller,
  sourceIds: Statement,
): Statement => sql`source as materialized (
  select
    coalesce((
      select jsonb_agg(r.nodegroup_id)
      from readable r
    ), '[]') as nodegroup_ids,
    coalesce((
      select jsonb_agg(v.resource_id)
      from visible_among(${int(caller)}, array(
        ${sourceIds}
      )) v
    ), '[]') as resource_ids
)`;

const nameLine = sql`concat('r', f.resource_id, ${readableNamesIn(sql`f.descriptors`)}, E'\\n')`;

/** Unless names are requested, features of a layer have them if it is that of a model. */
const nameLineOfModel = sql`case when (select l.is_of_model from layer l) then ${nameLine} end`;
