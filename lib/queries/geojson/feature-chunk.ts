import { textSlices, type DocumentStatement } from '../../data-api/chunks.ts';
import { markPrepared } from '../../data-api/prepared-statements.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import {
  defaultFeatureQuery,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { featureCountQuery } from './chunk-plan.ts';
import { isInIndexOrder, isPreparedSelection, selectionTables } from './selected-features.ts';
import { rangeEndNames, rangeEnd, keyColumnsDescending, keyColumns } from './feature-key.ts';
import { featureLineTables, chunkFeatureTable } from './feature-lines.ts';
import {
  closedRangeTable,
  openRangeTables,
  type ClosedRange,
  type OpenRange,
} from './chunk-range.ts';
import { propertySources } from './property-sources.ts';
import { usernameOf } from '../users/username-of.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** The maximum number of features of a layer that are counted for a page: an index does so in a few milliseconds. */
export const maxCountedFeatures = 10_000;

/** Whether the features of all pages are counted. Within a box, each feature would have to be read. */
function isCounted({ layer, gid, boundingBox }: FeatureQuery): boolean {
  return layer !== null && gid === null && boundingBox === null;
}

/**
 * The first features of an open range, as many as fit into one call. The first row contains the end of the chunk
 * (parse-feature-chunk.ts); the other rows are slices of lines. A tile with too many features for one call is left out.
 * @param isForPage whether to include what only an HTML page shows
 */
export function openRangeChunk(
  caller: Caller,
  query: FeatureQuery,
  range: OpenRange,
  isForPage = false,
): Statement {
  const tables = sql`with ${selectionTables(caller, query)},
${openRangeTables(query, range)}`;
  const page = sql`jsonb_build_object(
      'count', (select count(*) from numbered_tile),
      'covered', coalesce((select w.number from numbered_tile w where (${keyColumns(query, 'w')}) = (${rangeEnd(query, 'last')})), 0),
      'last', (select jsonb_build_array(${keyColumns(query, 'w')}) from numbered_tile w where w.number = ${int(range.length)})
      ${query.mobileProject === null ? sql`` : sql`, 'isProjectVisible', exists (select from project)`}
      ${isCounted(query) ? sql`, 'matched', (${featureCountQuery(query, maxCountedFeatures)})` : sql``}
      ${isForPage ? sql`, 'username', (select u.username::json from (${usernameOf(caller)}) u (username))` : sql``}
    )`;
  const chunk = featureChunkStatement(caller, query, range.chunkBytes, tables, page);
  return isPreparedSelection(query) ? markPrepared(chunk) : chunk;
}

/** The features of a closed range, as many as fit into one call. */
export function closedRangeChunk(
  caller: Caller,
  query: FeatureQuery,
  range: ClosedRange,
): Statement {
  const tables = sql`with ${selectionTables(caller, query)},
${closedRangeTable(query, range)}`;
  const chunk = featureChunkStatement(caller, query, range.chunkBytes, tables, sql`null::jsonb`);
  return isPreparedSelection(query) && isInIndexOrder(query) ? markPrepared(chunk) : chunk;
}

/** The lines of one tile, of any size (chunks.ts). */
export function tileFeatures(
  caller: Caller,
  query: FeatureQuery,
  tile: TileKey,
): DocumentStatement {
  const sources = propertySources(caller, query);
  return {
    lines: sql`with ${selectionTables(caller, query)},
${closedRangeTable(query, { after: null, until: tile }, tile)},
${chunkFeatureTable(query)}${sources.tables},
${featureLineTables(query, sources)}
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

/** @param rangeTables a with clause that contains `chunk_range` @param page an expression: the `PageExtent` as jsonb, or null */
function featureChunkStatement(
  caller: Caller,
  query: FeatureQuery,
  chunkBytes: number,
  rangeTables: Statement,
  page: Statement,
): Statement {
  const sources = propertySources(caller, query);
  return sql`${rangeTables},
${chunkFeatureTable(query)}${sources.tables},
${featureLineTables(query, sources)},
remaining as materialized (
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
  where not (select remaining.is_complete from remaining)
  group by ${keyColumns(query, 'f')}
),
last_included as materialized (
  select ${keyColumns(query, 'g')}
  from tile_total g
  where g.total <= (select remaining.bytes from remaining)
  order by ${keyColumnsDescending(query, 'g')}
  limit 1
),
-- This table is read twice, but materializing it would copy all lines.
included_line as not materialized (
  select 1 as section, s.total, s.line
  from shared_line s
  where (select remaining.bytes > 0 from remaining)
  union all
  select 2, f.total, f.line
  from feature_line f
  where (select remaining.is_complete from remaining)
    or (${keyColumns(query, 'f')}) <= (select ${keyColumns(query, 'g')} from last_included g)
)
-- A row has the lines that begin in a window of 18 KB, the last of at most 32 KB. A larger line is split into slices.
select r.part
from (
  select
    0,
    0,
    0,
    jsonb_build_object(
      'isComplete', m.is_complete,
      'lastIncluded', (select jsonb_build_array(${keyColumns(query, 'g')}) from last_included g),
      'first', (select jsonb_build_array(${keyColumns(query, 'g')}) from tile_total g order by ${keyColumns(query, 'g')} limit 1),
      'last', (select jsonb_build_array(${rangeEndNames(query, 'last')}) from chunk_range s),
      'page', ${page}
    )::text
  from remaining m
  union all
  select g.section, max(g.total), 0, string_agg(g.line, E'\\n' order by g.total) || E'\\n'
  from included_line g
  where octet_length(g.line) <= 32000
  group by g.section, g.total / 18000
  union all
  select g.section, g.total, s.slice_number, s.slice
  from included_line g
  cross join lateral ${textSlices(sql`g.line`)} s
  where octet_length(g.line) > 32000
) r (section, position, slice_number, part)
order by r.section, r.position, r.slice_number`;
}

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
    const alongIndex = [{}, { nodes: [] }];
    const notAlongIndex = [{ resources: [] }, { tile: uuid }, { tile: uuid, nodes: [] }];
    const open = { after: null, skipped: 0n, length: 1, overhead: 0, chunkBytes: 1 };
    const closed = { after: null, until: { resourceId: uuid, tileId: uuid }, chunkBytes: 1 };
    const layer = { ...defaultFeatureQuery, layer: '' };
    return [
      ...contents.flatMap((content) => [
        ...[...alongIndex, ...notAlongIndex].map((selection) =>
          openRangeChunk(caller, { ...content, ...selection }, open),
        ),
        ...alongIndex.map((selection) =>
          closedRangeChunk(caller, { ...content, ...selection }, closed),
        ),
      ]),
      ...[layer, { ...layer, gid: 1 }].flatMap((query) =>
        [false, true].map((isForPage) => openRangeChunk(caller, query, open, isForPage)),
      ),
    ];
  },
};
