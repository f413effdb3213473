import { bigint, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery, TileKey } from '../../geojson/feature-query.ts';
import { nilUuid } from '../../model/ids.ts';
import { featuresIn, isBehindTile } from './wanted-features.ts';

/** Bytes of the line of a feature besides what is stored of it: the ids of its resource instance and its tile, its node, and what stands between. */
export const lineBytes = 80;

/** The least bytes of a line: no piece holds more tiles than fit into it so. */
const leastBytes = lineBytes + 40;

/** The most tiles that a piece of some bytes can hold. */
export function mostTiles(pieceBytes: number): number {
  return Math.ceil(pieceBytes / leastBytes);
}

/** A stretch of the wanted tiles of which neither end is known. */
export type OpenStretch = {
  /** It begins behind this tile; null for the first. */
  readonly after: TileKey | null;
  /** How many tiles are left out first. */
  readonly skipped: bigint;
  /** How many tiles it has at most. */
  readonly length: number;
  /** Bytes that a feature is expected to need besides its own. */
  readonly overhead: number;
  /** Bytes of a piece at most. */
  readonly pieceBytes: number;
};

/** A stretch whose ends are known. It begins behind one tile, and ends with the other. */
export type ClosedStretch = {
  readonly after: TileKey | null;
  readonly until: TileKey;
  /** Bytes of a piece at most. */
  readonly pieceBytes: number;
};

/** The tiles that have features of a stretch, with the bytes that these are expected to need. */
function tilesOf(
  query: FeatureQuery,
  { after, skipped, length, overhead }: OpenStretch,
): Statement {
  const columns = sql`f.resource_id, f.tile_id, sum(f.bytes + ${int(overhead)})::int as bytes`;
  const limit = (skip: Statement): Statement => sql`group by f.resource_id, f.tile_id
    order by f.resource_id, f.tile_id
    limit ${skip} + ${int(length)} + 1`;
  const found = featuresIn(query, columns, isBehindTile(after), limit(sql`${bigint(skipped)}`));
  return sql`select o.resource_id, o.tile_id, sum(o.bytes)::int as bytes
    from (
      ${found}
    ) o
    group by o.resource_id, o.tile_id
    order by o.resource_id, o.tile_id
    limit ${int(length)} + 1
    offset ${bigint(skipped)}`;
}

/**
 * The table `wanted_tile`: the tiles of `tilesOf`, numbered, with the bytes up to each.
 * @param condition a clause that narrows them, as `w`
 */
export function wantedTiles(
  query: FeatureQuery,
  stretch: OpenStretch,
  condition: Statement = sql``,
): Statement {
  return sql`wanted_tile as materialized (
  select
    w.resource_id,
    w.tile_id,
    row_number() over (order by w.resource_id, w.tile_id) as number,
    sum(w.bytes) over (order by w.resource_id, w.tile_id) as total
  from (
    ${tilesOf(query, stretch)}
  ) w
  ${condition}
)`;
}

/** The table `stretch` where neither end is known, and the table `wanted_tile` of the tiles that it is a part of. */
export function openStretch(query: FeatureQuery, stretch: OpenStretch): Statement {
  return sql`${wantedTiles(query, stretch)},
stretch as materialized (
  select
    first.resource_id as first_resource,
    first.tile_id as first_tile,
    null::uuid as after_resource,
    null::uuid as after_tile,
    last.resource_id as last_resource,
    last.tile_id as last_tile
  from wanted_tile first
  cross join lateral (
    select w.resource_id, w.tile_id
    from wanted_tile w
    where w.number = 1
      or (w.number <= ${int(stretch.length)} and w.total <= ${int(stretch.pieceBytes)})
    order by w.number desc
    limit 1
  ) last
  where first.number = 1
)`;
}

/** The table `stretch` where both ends are known. @param first the tile that it begins with, where it does not begin behind one */
export function knownStretch(
  { after, until }: Omit<ClosedStretch, 'pieceBytes'>,
  first = after,
): Statement {
  return sql`stretch as materialized (
  select
    coalesce(${uuid(first?.resourceId ?? null)}, ${uuid(nilUuid)}) as first_resource,
    coalesce(${uuid(first?.tileId ?? null)}, ${uuid(nilUuid)}) as first_tile,
    ${uuid(after?.resourceId ?? null)} as after_resource,
    ${uuid(after?.tileId ?? null)} as after_tile,
    ${uuid(until.resourceId)} as last_resource,
    ${uuid(until.tileId)} as last_tile
)`;
}

/** The condition that the feature `f` is in the stretch. */
export const isInStretch = sql`(f.resource_id, f.tile_id) >= ((select s.first_resource from stretch s), (select s.first_tile from stretch s))
    and (f.resource_id, f.tile_id) <= ((select s.last_resource from stretch s), (select s.last_tile from stretch s))
    and (f.resource_id, f.tile_id) is distinct from ((select s.after_resource from stretch s), (select s.after_tile from stretch s))`;
