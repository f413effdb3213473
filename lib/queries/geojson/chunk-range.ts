import { bigint, int, sql, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery, TileKey } from '../../model/geojson/feature-query.ts';
import {
  rangeBoundColumns,
  rangeBoundNames,
  rangeBound,
  keyColumns,
  keyOrLowest,
  keyValues,
} from './feature-key.ts';
import { keyCondition, selectFeatures, keyAfterCondition } from './selected-features.ts';

/**
 * Bytes of a feature's line in addition to its stored bytes: ids of its resource instance and tile, its node, and
 * separators.
 */
export const lineOverhead = 80;

/** The minimum bytes of a line, with the shortest geometry: it limits the number of tiles in a chunk. */
const minLineBytes = lineOverhead + 40;

/** The maximum number of tiles in a chunk of this size. */
export function maxTilesPerChunk(chunkBytes: number): number {
  return Math.ceil(chunkBytes / minLineBytes);
}

/** A range of selected tiles whose last tile is not known yet. */
export type OpenRange = {
  /** It begins after this tile; null for the first. */
  readonly after: TileKey | null;
  /** The number of tiles to skip. */
  readonly skipped: bigint;
  /** The maximum number of tiles in the range. */
  readonly length: number;
  /** Estimated bytes of a feature in addition to its stored bytes. */
  readonly overhead: number;
  /** The maximum bytes of a chunk. */
  readonly chunkBytes: number;
};

/** A range whose last tile is known. It begins after the tile `after` and ends with the tile `until`. */
export type ClosedRange = {
  readonly after: TileKey | null;
  readonly until: TileKey;
  /** The maximum bytes of a chunk. */
  readonly chunkBytes: number;
};

/** A query of the keys in a range, with the estimated bytes of their features. In a layer, each key is that of one feature. */
function keysInRangeQuery(
  query: FeatureQuery,
  { skipped, length, overhead }: OpenRange,
  keyRange: Statement,
): Statement {
  const bytes = keyBytes(query, sql`f.bytes + ${int(overhead)}`);
  const columns = sql`${keyColumns(query, 'f')}, ${bytes} as bytes`;
  const orderAndLimit = (skip: Statement): Statement => sql`${orderedByKey(query, 'f')}
    limit ${skip} + ${int(length)} + 1`;
  const features = selectFeatures(query, columns, keyRange, orderAndLimit(sql`${bigint(skipped)}`));
  return sql`select ${keyColumns(query, 'o')}, ${keyBytes(query, sql`o.bytes`)} as bytes
    from (
      ${features}
    ) o
    ${orderedByKey(query, 'o')}
    limit ${int(length)} + 1
    offset ${bigint(skipped)}`;
}

/** The bytes of all features of one key. */
function keyBytes({ layer }: FeatureQuery, bytes: Statement): Statement {
  return layer === null ? sql`sum(${bytes})::int` : bytes;
}

/**
 * Groups and orders rows by key. Keys of a layer are not grouped: they are unique, and since they contain the primary
 * key of `feature`, PostgreSQL would group by that alone and sort all features instead of following the index.
 */
function orderedByKey(query: FeatureQuery, table: string): Statement {
  const order = sql`order by ${keyColumns(query, table)}`;
  return query.layer === null
    ? sql`group by ${keyColumns(query, table)}
    ${order}`
    : order;
}

/**
 * The table `numbered_tile`: the keys of `keysInRangeQuery` with numbers and cumulative bytes.
 * @param keyRange a condition on the key of `f` for the index
 */
export function numberedTileTable(
  query: FeatureQuery,
  range: OpenRange,
  keyRange: Statement = keyAfterCondition(query, range.after),
): Statement {
  return sql`numbered_tile as materialized (
  select
    ${keyColumns(query, 't')},
    row_number() over (order by ${keyColumns(query, 't')}) as number,
    sum(t.bytes) over (order by ${keyColumns(query, 't')}) as total
  from (
    ${keysInRangeQuery(query, range, keyRange)}
  ) t
)`;
}

/** The tables `numbered_tile` and `chunk_range` of an open range. */
export function openRangeTables(query: FeatureQuery, range: OpenRange): Statement {
  return sql`${numberedTileTable(query, range)},
chunk_range as materialized (
  select
    ${rangeBoundColumns(query, 'first', 'first_tile')},
    ${rangeBoundColumns(query, 'after', null)},
    ${rangeBoundColumns(query, 'last', 'last_tile')}
  from numbered_tile first_tile
  cross join lateral (
    select ${keyColumns(query, 't')}
    from numbered_tile t
    where t.number = 1
      or (t.number <= ${int(range.length)} and t.total <= ${int(range.chunkBytes)})
    order by t.number desc
    limit 1
  ) last_tile
  where first_tile.number = 1
)`;
}

/** The table `chunk_range` of a closed range. @param first its inclusive lower bound */
export function closedRangeTable(
  query: FeatureQuery,
  { after, until }: Omit<ClosedRange, 'chunkBytes'>,
  first = after,
): Statement {
  return sql`chunk_range as materialized (
  select s.*
  from (
    values (${keyOrLowest(query, first)}, ${keyValues(query, after)}, ${keyValues(query, until)})
  ) s (${rangeBoundNames(query, 'first')}, ${rangeBoundNames(query, 'after')}, ${rangeBoundNames(query, 'last')})
)`;
}

/** The condition that the feature `f` is in the range. */
export function inRangeCondition(query: FeatureQuery): Statement {
  const fromCondition = sql`(${keyColumns(query, 'f')}) >= (${rangeBound(query, 'first')})`;
  const upToCondition = sql`(${keyColumns(query, 'f')}) <= (${rangeBound(query, 'last')})`;
  return sql`${keyCondition(query, fromCondition)}
    and ${keyCondition(query, upToCondition)}
    and (${keyColumns(query, 'f')}) is distinct from (${rangeBound(query, 'after')})`;
}
