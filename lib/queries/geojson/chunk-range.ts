import { bigint, int, sql, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery, TileKey } from '../../model/geojson/feature-query.ts';
import {
  rangeEndColumns,
  rangeEndNames,
  rangeEnd,
  keyColumns,
  keyOrLowest,
  keyValues,
} from './feature-key.ts';
import { keyCondition, selectFeatures, isKeyAfter } from './selected-features.ts';

/** Bytes of the line of a feature besides what is stored of it: the ids of its resource instance and its tile, its node, and what stands between. */
export const lineBytes = 80;

/** The least bytes of a line: no chunk holds more tiles than fit into it so. */
const leastBytes = lineBytes + 40;

/** The most tiles that a chunk of some bytes can hold. */
export function maxTilesPerChunk(chunkBytes: number): number {
  return Math.ceil(chunkBytes / leastBytes);
}

/** A range of the selected tiles of which neither end is known. */
export type OpenRange = {
  /** It begins behind this tile; null for the first. */
  readonly after: TileKey | null;
  /** How many tiles are left out first. */
  readonly skipped: bigint;
  /** How many tiles it has at most. */
  readonly length: number;
  /** Bytes that a feature is expected to need besides its own. */
  readonly overhead: number;
  /** Bytes of a chunk at most. */
  readonly chunkBytes: number;
};

/** A range whose ends are known. It begins behind one tile, and ends with the other. */
export type ClosedRange = {
  readonly after: TileKey | null;
  readonly until: TileKey;
  /** Bytes of a chunk at most. */
  readonly chunkBytes: number;
};

/** The tiles that have features of a range, or those features of a layer, with the bytes that they are expected to need. */
function tilesOf(
  query: FeatureQuery,
  { skipped, length, overhead }: OpenRange,
  between: Statement,
): Statement {
  const bytes = bytesOfKey(query, sql`f.bytes + ${int(overhead)}`);
  const columns = sql`${keyColumns(query, 'f')}, ${bytes} as bytes`;
  const limit = (skip: Statement): Statement => sql`${byKey(query, 'f')}
    limit ${skip} + ${int(length)} + 1`;
  const features = selectFeatures(query, columns, between, limit(sql`${bigint(skipped)}`));
  return sql`select ${keyColumns(query, 'o')}, ${bytesOfKey(query, sql`o.bytes`)} as bytes
    from (
      ${features}
    ) o
    ${byKey(query, 'o')}
    limit ${int(length)} + 1
    offset ${bigint(skipped)}`;
}

/** The bytes of the features of one key. */
function bytesOfKey({ layer }: FeatureQuery, bytes: Statement): Statement {
  return layer === null ? sql`sum(${bytes})::int` : bytes;
}

/**
 * Rows in the order of their keys, one for each key. A key of a layer has one row anyway, and is not grouped: it holds the primary key of `feature`, by which
 * alone PostgreSQL would group, and then sort all features instead of following their index.
 */
function byKey(query: FeatureQuery, table: string): Statement {
  const order = sql`order by ${keyColumns(query, table)}`;
  return query.layer === null
    ? sql`group by ${keyColumns(query, table)}
    ${order}`
    : order;
}

/**
 * The table `numbered_tile`: the tiles of `tilesOf`, numbered, with the bytes up to each.
 * @param between a condition on the key of `f`, by which the index is followed
 */
export function numberedTileTable(
  query: FeatureQuery,
  range: OpenRange,
  between: Statement = isKeyAfter(query, range.after),
): Statement {
  return sql`numbered_tile as materialized (
  select
    ${keyColumns(query, 'w')},
    row_number() over (order by ${keyColumns(query, 'w')}) as number,
    sum(w.bytes) over (order by ${keyColumns(query, 'w')}) as total
  from (
    ${tilesOf(query, range, between)}
  ) w
)`;
}

/** The table `chunk_range` where neither end is known, and the table `numbered_tile` of the tiles that it is a part of. */
export function openRangeTables(query: FeatureQuery, range: OpenRange): Statement {
  return sql`${numberedTileTable(query, range)},
chunk_range as materialized (
  select
    ${rangeEndColumns(query, 'first', 'first')},
    ${rangeEndColumns(query, 'after', null)},
    ${rangeEndColumns(query, 'last', 'last')}
  from numbered_tile first
  cross join lateral (
    select ${keyColumns(query, 'w')}
    from numbered_tile w
    where w.number = 1
      or (w.number <= ${int(range.length)} and w.total <= ${int(range.chunkBytes)})
    order by w.number desc
    limit 1
  ) last
  where first.number = 1
)`;
}

/** The table `chunk_range` where both ends are known. @param first the tile that it begins with, where it does not begin behind one */
export function closedRangeTable(
  query: FeatureQuery,
  { after, until }: Omit<ClosedRange, 'chunkBytes'>,
  first = after,
): Statement {
  return sql`chunk_range as materialized (
  select s.*
  from (
    values (${keyOrLowest(query, first)}, ${keyValues(query, after)}, ${keyValues(query, until)})
  ) s (${rangeEndNames(query, 'first')}, ${rangeEndNames(query, 'after')}, ${rangeEndNames(query, 'last')})
)`;
}

/** The condition that the feature `f` is in the range. */
export function isInRange(query: FeatureQuery): Statement {
  const isFrom = sql`(${keyColumns(query, 'f')}) >= (${rangeEnd(query, 'first')})`;
  const isUpTo = sql`(${keyColumns(query, 'f')}) <= (${rangeEnd(query, 'last')})`;
  return sql`${keyCondition(query, isFrom)}
    and ${keyCondition(query, isUpTo)}
    and (${keyColumns(query, 'f')}) is distinct from (${rangeEnd(query, 'after')})`;
}
