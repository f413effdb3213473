import { sql, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import { featureUuid, needsUuid } from './feature-uuid.ts';
import { featureOrder, keyColumns } from './feature-key.ts';
import { inRangeCondition } from './chunk-range.ts';
import type { PropertySources } from './property-sources.ts';
import { selectFeatureRows, geometryTypeCondition } from './selected-features.ts';

const geojsonColumns = (query: FeatureQuery): Statement =>
  sql`f.properties, f.geometry_text${needsUuid(query) ? sql`, f.feature_key` : sql``}`;

/** A feature of a layer has its gid instead of a UUID, no properties of its own, and null for an invalid geometry. */
const layerColumns = sql`f.gid, '{}' as properties, case when f.geometry is null then 'null' else f.geometry_text end as geometry_text`;

/** A column: the texts from which the name of a feature is read. Of layers, only those of models have names, unless they are requested. */
const descriptorsOf = ({ layer, includePrimaryName }: FeatureQuery): Statement =>
  layer === null || includePrimaryName
    ? sql`r.descriptors`
    : sql`case
      when (select l.is_of_model from layer l) then (
        select d.descriptors
        from resource d
        where d.resource_id = f.resource_id
      )
    end as descriptors`;

/** The table `chunk_feature`: the visible features of the range. `is_first` marks the first one of each resource instance. */
export function chunkFeatureTable(query: FeatureQuery): Statement {
  const columns = sql`f.resource_id, f.tile_id, f.node_id, f.position, ${
    query.layer === null ? geojsonColumns(query) : layerColumns
  }`;
  const hasName = query.layer !== null || query.includePrimaryName;
  return sql`chunk_feature as (
  select
    f.*,
    g.position as node_position,
    lag(f.resource_id) over (order by ${featureOrder(query, 'f', 'g.position')}) is distinct from f.resource_id as is_first
    ${hasName ? sql`, ${descriptorsOf(query)}` : sql``}
  from (
    ${selectFeatureRows(query, columns, inRangeCondition(query), sql`and ${geometryTypeCondition(query)}`)}
  ) f
  join geometry_node g on g.node_id = f.node_id
  -- Each row is looked up by key: a range needs only a small part of the table.
  cross join lateral (
    select ${query.includePrimaryName ? sql`r.descriptors` : sql``}
    from resource r
    where r.resource_id = f.resource_id
      and r.graph_id = g.graph_id
    offset 0
  ) r
)`;
}

/**
 * The tables `shared_line` and `feature_line`: the lines that all features share, and those of each feature. `total` is
 * the number of bytes up to and including the line and its line break. The lines of a resource instance come before the
 * line of its first feature. parse-features-with-tiles.ts parses the lines.
 */
export function featureLineTables(
  query: FeatureQuery,
  { sharedLines, resourceLines }: PropertySources,
): Statement {
  return sql`shared_line as materialized (
  select s.line, sum(octet_length(s.line) + 1) over (order by s.position rows unbounded preceding) as total
  from (
    ${sharedLines}
  ) s
),
feature_line as materialized (
  select
    ${keyColumns(query, 'f')},
    l.line,
    sum(octet_length(l.line) + 1) over (
      order by ${featureOrder(query, 'f', 'f.node_position')} rows unbounded preceding
    ) as total
  from chunk_feature f
  -- The offset prevents inlining, so that the line is built once.
  cross join lateral (
    select concat(
      case when f.is_first then ${resourceLines} end,
      'f',
      f.resource_id,
      f.tile_id,
      f.node_position,
      E'\\t',
      ${featureId(query)},
      E'\\t',
      f.properties,
      E'\\t',
      f.geometry_text
    ) as line
    offset 0
  ) l
)`;
}

/** The gid of a feature of a layer, otherwise its UUID; empty if it is not needed. */
function featureId(query: FeatureQuery): Statement {
  if (query.layer !== null) return sql`f.gid`;
  return needsUuid(query) ? featureUuid : sql`''`;
}
