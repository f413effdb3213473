import { asText, listSection, type DocumentSection } from '../../data-api/document-sections.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { defaultFeatureQuery } from '../../model/geojson/feature-query.ts';
import { columnSources, nameSourceTable } from '../geojson/property-sources.ts';
import { tileOrder } from '../tiles/tile-order.ts';
import { layerColumnsQuery, layerColumnsSection, type LayerColumn } from './layer-columns.ts';

/** A value of a column, which many features can have. */
export type ColumnValue = {
  readonly number: number;
  readonly columnPosition: number;
  /** As a JSON string. */
  readonly value: string;
};

/** The values of a resource instance, for its first feature in the tile. */
export type FeatureValues = {
  readonly gid: number;
  /** The numbers of its values (`ColumnValue`), in the order of columns and tiles. */
  readonly numbers: readonly number[];
};

/** The maximum bytes of a value in a tile. */
const maxValueBytes = 100_000;

/** A query of the ids of the resource instances whose names are part of shown names. */
const sourceIdsOfShown = sql`select unnest(uuids_of(s.sources))
        from shown_feature s
        where s.sources is not null`;

/** The parts of the statement of a tile for the columns of its collection. */
export type MapTileColumns = {
  /** Tables that read `shown_feature`: `source` (`nameSourceTable`), and those of the columns. */
  readonly tables: readonly Statement[];
  /** Expressions, each after a comma: the columns and their values, for the entity tag. */
  readonly tagParts: Statement;
  /** Queries, each after `union all`, that return `rank`, `kind` and `line`: the parts of the tile besides features. */
  readonly parts: Statement;
  /** An expression: the bytes of the parts without a rank. */
  readonly bytes: Statement;
  readonly sections: {
    readonly column: DocumentSection<readonly LayerColumn[]>;
    /** Lines for `parseChunkLines`: those of the columns, then the others, at positions above a million. */
    readonly shared: DocumentSection<readonly string[]>;
    readonly value: DocumentSection<readonly ColumnValue[]>;
    readonly values: DocumentSection<readonly FeatureValues[]>;
  };
};

/**
 * The columns of a collection in a tile. Each distinct value is read once, and has the rank of the first feature that needs
 * it. So a tile with too many bytes can be cut at a rank, and the features before it still have all their values.
 * @rule GeoJSON and OGC API Features: Which columns do the tiles of a collection have, and of which types?
 * @param collectionId null for features without columns
 * @param notModifiedCondition the condition that the caller already has the tile
 * @param includedPartsQuery a query of the parts of the tile as `rank`, `kind` and `line`
 */
export function mapTileColumns(
  caller: Caller,
  collectionId: string | null,
  notModifiedCondition: Statement,
  includedPartsQuery: Statement,
): MapTileColumns {
  if (collectionId === null) return createEmptyColumns(caller);
  const query = { ...defaultFeatureQuery, layer: collectionId };
  const { tables, columnLines, mentionLines } = columnSources(
    caller,
    query,
    valueTables,
    sourceIdsOfShown,
  );
  return {
    tables: [
      ...tables,
      sql`column_line as materialized (
  ${columnLines}
)`,
      sql`mention_line as materialized (
  ${mentionLines}
)`,
    ],
    tagParts: sql`,
      (select string_agg(c.text, E'\\n' order by c.position) from (${layerColumnsQuery}) c (position, text)),
      (select string_agg(c.line, E'\\n' order by c.position) from column_line c),
      (select string_agg(m.line, E'\\n' order by m.line) from mention_line m),
      (select string_agg(concat(d.column_position, ' ', d.value), E'\\n' order by d.number) from distinct_value d),
      (select string_agg(v.line, E'\\n' order by v.rank) from feature_values v)`,
    parts: sql`
    union all
    select m.rank, 'shared', m.line
    from mention_line m
    where not ${notModifiedCondition}
    union all
    select d.rank, 'value', concat(d.number, E'\\t', d.column_position, E'\\t', d.value)
    from distinct_value d
    where not ${notModifiedCondition}
    union all
    select v.rank, 'values', v.line
    from feature_values v
    where not ${notModifiedCondition}`,
    bytes: sql`(select coalesce(sum(octet_length(c.line)), 0) from column_line c)`,
    sections: {
      column: layerColumnsSection,
      shared: listSection(
        asText,
        sql`select c.position::bigint, c.line
    from column_line c
    union all
    select 1000000 + row_number() over (order by p.line), p.line
    from (${includedPartsQuery}) p
    where p.kind = 'shared'`,
      ),
      values: listSection(
        parseFeatureValues,
        sql`select p.rank, p.line
    from (${includedPartsQuery}) p
    where p.kind = 'values'`,
      ),
      value: listSection(
        parseColumnValue,
        sql`select row_number() over (order by p.rank), p.line
    from (${includedPartsQuery}) p
    where p.kind = 'value'`,
      ),
    },
  };
}

/**
 * The tables `distinct_value`, the distinct values of columns, and `feature_values`, the numbers of these values for the
 * first feature of each resource instance. Values are compared as texts, because equal numbers can have different digits.
 */
const valueTables = sql`column_value as materialized (
  select f.gid, f.rank, v.*
  from (
    select distinct on (s.resource_id) s.resource_id, s.gid, s.rank
    from shown_feature s
    order by s.resource_id, s.rank
  ) f
  -- Tiles are looked up for one feature at a time, because otherwise the planner would read all tiles.
  cross join lateral (
    select
      n.property_position as column_position,
      t.sort_order,
      t.position,
      t.tile_id,
      (t.data -> n.node_id::text)::text collate "C" as value
    from tile t
    join property_node n on n.nodegroup_id = t.nodegroup_id
    where t.resource_id = f.resource_id
      and not t.is_proposed
      and jsonb_typeof(t.data -> n.node_id::text) <> 'null'
    offset 0
  ) v
  where octet_length(v.value) <= ${int(maxValueBytes)}
),
numbered_value as materialized (
  select c.*, dense_rank() over (order by c.first_rank, c.column_position, c.value) as number
  from (
    select c.*, min(c.rank) over (partition by c.column_position, c.value) as first_rank
    from column_value c
  ) c
),
distinct_value as materialized (
  select distinct v.number, v.column_position, v.value, v.first_rank as rank
  from numbered_value v
  where v.rank = v.first_rank
),
feature_values as materialized (
  select
    v.rank,
    concat(v.gid, ' ', string_agg(v.number::text, ' ' order by v.column_position, ${tileOrder(sql`v`)})) as line
  from numbered_value v
  group by v.rank, v.gid
)`;

const parseFeatureValues = (line: string): FeatureValues => {
  const [gid, ...numbers] = line.split(' ').map(Number);
  return { gid: gid ?? 0, numbers };
};

function parseColumnValue(line: string): ColumnValue {
  const positionStart = line.indexOf('\t') + 1;
  const valueStart = line.indexOf('\t', positionStart) + 1;
  return {
    number: Number(line.slice(0, positionStart - 1)),
    columnPosition: Number(line.slice(positionStart, valueStart - 1)),
    value: line.slice(valueStart),
  };
}

function createEmptyColumns(caller: Caller): MapTileColumns {
  return {
    tables: [nameSourceTable(caller, sourceIdsOfShown)],
    tagParts: sql``,
    parts: sql``,
    bytes: sql`0`,
    sections: {
      column: { ...layerColumnsSection, select: undefined },
      shared: listSection(asText, undefined),
      value: listSection(parseColumnValue, undefined),
      values: listSection(parseFeatureValues, undefined),
    },
  };
}
