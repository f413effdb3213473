import { textSlices, type DocumentStatement } from '../../data-api/chunks.ts';
import { markPrepared } from '../../data-api/prepared-statements.ts';
import { int, joinTables, sql, type Statement } from '../../data-api/sql.ts';
import {
  defaultFeatureQuery,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { featureCountQuery } from './count-features.ts';
import {
  hidesFeatures,
  isPreparedSelection,
  isReadInOrder,
  selectionTables,
} from './selected-features.ts';
import { rangeBoundNames, rangeBound, keyColumnsDescending, keyColumns } from './feature-key.ts';
import { featureLineTables, chunkFeatureTable } from './feature-lines.ts';
import {
  closedRangeTable,
  openRangeTables,
  type ClosedRange,
  type OpenRange,
} from './chunk-range.ts';
import { propertySources } from './property-sources.ts';
import { pageReaderQuery } from '../users/page-reader.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** The maximum number of features of a layer that are counted for a page. With an index, this takes a few milliseconds. */
export const maxCountedFeatures = 10_000;

/** Whether the features of all pages are counted. This is not done within a box, where each feature would have to be read. */
function isCounted({ layer, gid, boundingBox }: FeatureQuery): boolean {
  return layer !== null && gid === null && boundingBox === null;
}

/**
 * An expression: the number of features of a layer on all pages, or null if the statistics of the database say that there are many more than
 * are counted. It may depend on statistics only if the caller may see all features.
 */
function matchedCount(query: FeatureQuery): Statement {
  const count = sql`(${featureCountQuery(query, maxCountedFeatures)})`;
  if (query.geometryType !== null) return count;
  return sql`case
        when not ${hidesFeatures}
          and (select l.kind is null from layer l)
          and exists (select from geometry_node g where has_many_features(g.node_id, ${int(maxCountedFeatures)}))
          then null
        else ${count}
      end`;
}

/**
 * A statement for the first features of an open range, as many as fit into one call. The first row contains the end of the chunk
 * (parse-chunk.ts); the other rows are slices of lines. A tile with too many features for one call is left out.
 * @param isForPage whether to include what only an HTML page shows
 */
export function openRangeChunkStatement(
  caller: Caller,
  query: FeatureQuery,
  range: OpenRange,
  isForPage = false,
): Statement {
  const rangeTables = sql`with ${selectionTables(caller, query)},
${openRangeTables(query, range)}`;
  const pageExtent = sql`jsonb_build_object(
      'count', (select count(*) from numbered_tile),
      'covered', coalesce((select t.number from numbered_tile t where (${keyColumns(query, 't')}) = (${rangeBound(query, 'last')})), 0),
      'last', (select jsonb_build_array(${keyColumns(query, 't')}) from numbered_tile t where t.number = ${int(range.length)})
      ${query.mobileProject === null ? sql`` : sql`, 'isProjectVisible', exists (select from project)`}
      ${isCounted(query) ? sql`, 'matched', ${matchedCount(query)}` : sql``}
      ${isForPage ? sql`, 'pageReader', (select p.reader::json from (${pageReaderQuery(caller)}) p (reader))` : sql``}
    )`;
  const chunk = featureChunkStatement(caller, query, range.chunkBytes, rangeTables, pageExtent);
  const isPrepared = isPreparedSelection(query) && !(isForPage && query.boundingBox !== null);
  return isPrepared ? markPrepared(chunk) : chunk;
}

/** A statement for the features of a closed range, as many as fit into one call. */
export function closedRangeChunkStatement(
  caller: Caller,
  query: FeatureQuery,
  range: ClosedRange,
): Statement {
  const rangeTables = sql`with ${selectionTables(caller, query)},
${closedRangeTable(query, range)}`;
  const chunk = featureChunkStatement(
    caller,
    query,
    range.chunkBytes,
    rangeTables,
    sql`null::jsonb`,
  );
  return isPreparedSelection(query) && isReadInOrder(query) ? markPrepared(chunk) : chunk;
}

/** A statement for the lines of one tile, of any size (chunks.ts). */
export function tileFeaturesStatement(
  caller: Caller,
  query: FeatureQuery,
  tile: TileKey,
): DocumentStatement {
  const sources = propertySources(caller, query);
  return {
    lines: sql`with ${joinTables([
      selectionTables(caller, query),
      closedRangeTable(query, { after: null, until: tile }, tile),
      chunkFeatureTable(query),
      ...sources.tables,
      featureLineTables(query, sources),
    ])}
select row_number() over (order by l.section, l.total) as position, l.line as part
from (
  select 1 as section, s.total, s.line
  from shared_line s
  union all
  select 2, f.total, f.line
  from feature_line f
) l`,
  };
}

/**
 * @param rangeTables a with clause that contains `chunk_range`
 * @param pageExtent an expression of type jsonb: the `PageExtent`, or null
 */
function featureChunkStatement(
  caller: Caller,
  query: FeatureQuery,
  chunkBytes: number,
  rangeTables: Statement,
  pageExtent: Statement,
): Statement {
  const sources = propertySources(caller, query);
  return sql`${joinTables([
    rangeTables,
    chunkFeatureTable(query),
    ...sources.tables,
    featureLineTables(query, sources),
  ])},
-- The bytes that are left for features, and whether all features fit into the chunk.
feature_space as materialized (
  select
    ${int(chunkBytes)} - s.bytes as bytes,
    f.bytes = 0 or s.bytes + f.bytes <= ${int(chunkBytes)} as is_complete
  from (select coalesce(max(s.total), 0) as bytes from shared_line s) s
  cross join (select coalesce(max(f.total), 0) as bytes from feature_line f) f
),
-- The cumulative bytes of each tile, if not everything fits.
tile_total as materialized (
  select ${keyColumns(query, 'f')}, max(f.total) as total
  from feature_line f
  where not (select feature_space.is_complete from feature_space)
  group by ${keyColumns(query, 'f')}
),
last_included as materialized (
  select ${keyColumns(query, 't')}
  from tile_total t
  where t.total <= (select feature_space.bytes from feature_space)
  order by ${keyColumnsDescending(query, 't')}
  limit 1
),
-- This is read twice, but materializing it would copy all lines.
included_line as not materialized (
  select 1 as section, s.total, s.line
  from shared_line s
  where (select feature_space.bytes > 0 from feature_space)
  union all
  select 2, f.total, f.line
  from feature_line f
  where (select feature_space.is_complete from feature_space)
    or (${keyColumns(query, 'f')}) <= (select ${keyColumns(query, 'l')} from last_included l)
)
-- Each row has the lines that end within a window of 18 KB. A line of more than 32 KB is split into slices, one for each row.
select r.part
from (
  select
    0,
    0,
    0,
    jsonb_build_object(
      'isComplete', s.is_complete,
      'lastIncluded', (select jsonb_build_array(${keyColumns(query, 'l')}) from last_included l),
      'first', (select jsonb_build_array(${keyColumns(query, 't')}) from tile_total t order by ${keyColumns(query, 't')} limit 1),
      'last', (select jsonb_build_array(${rangeBoundNames(query, 'last')}) from chunk_range r),
      'page', ${pageExtent}
    )::text
  from feature_space s
  union all
  select l.section, max(l.total), 0, string_agg(l.line, E'\\n' order by l.total) || E'\\n'
  from included_line l
  where octet_length(l.line) <= 32000
  group by l.section, l.total / 18000
  union all
  select l.section, l.total, s.slice_number, s.slice
  from included_line l
  cross join lateral ${textSlices(sql`l.line`)} s
  where octet_length(l.line) > 32000
) r (section, position, slice_number, part)
order by r.section, r.position, r.slice_number`;
}

const boundingBox = { west: 0, south: 0, east: 0, north: 0 };

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, { uuid }) => {
    const contents = [[], [uuid], [uuid, uuid]].flatMap((nodegroups) =>
      [false, true].flatMap((includePrimaryName) =>
        (nodegroups.length === 0 ? [false] : [false, true]).map((useDisplayValues) => ({
          ...defaultFeatureQuery,
          nodegroups,
          includePrimaryName,
          useDisplayValues,
        })),
      ),
    );
    const inIndexOrder = [{}, { nodes: [] }];
    const withinBox = inIndexOrder.map((selection) => ({ ...selection, boundingBox }));
    const notInIndexOrder = [{ resources: [] }, { resources: [], nodes: [] }, { tile: uuid }];
    const open = { after: null, skipped: 0n, length: 1, overhead: 0, chunkBytes: 1 };
    const closed = { after: null, until: { resourceId: uuid, tileId: uuid }, chunkBytes: 1 };
    const layer = { ...defaultFeatureQuery, layer: '' };
    return [
      ...contents.flatMap((content) => [
        ...[...inIndexOrder, ...withinBox, ...notInIndexOrder].map((selection) =>
          openRangeChunkStatement(caller, { ...content, ...selection }, open),
        ),
        ...inIndexOrder.map((selection) =>
          closedRangeChunkStatement(caller, { ...content, ...selection }, closed),
        ),
      ]),
      ...[layer, { ...layer, gid: 1 }].flatMap((query) =>
        [false, true].map((isForPage) =>
          openRangeChunkStatement(
            caller,
            { ...query, includePrimaryName: isForPage },
            open,
            isForPage,
          ),
        ),
      ),
      // A page of the features that meet a filter.
      openRangeChunkStatement(caller, { ...layer, includePrimaryName: true }, open),
      openRangeChunkStatement(caller, { ...layer, boundingBox }, open),
    ];
  },
};
