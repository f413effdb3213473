import type { PartsQuery } from '../../data-api/chunks.ts';
import { kept } from '../../data-api/kept.ts';
import { bigint, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery, TileKey } from '../../geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  featuresIn,
  isAlongIndex,
  isAskedOften,
  isBehindTile,
  isOfType,
  wantedNodes,
} from './wanted-features.ts';
import { uuidWithin } from '../uuid-pattern.ts';
import { pieceContents } from './piece-contents.ts';

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

/**
 * The first features of a stretch, as many as one call brings: the first row tells where they end (read-piece.ts), those behind it are slices of their lines.
 * A tile whose features are too many for one call is not among them.
 */
export function firstFeatures(
  caller: Caller,
  query: FeatureQuery,
  stretch: OpenStretch,
): Statement {
  const tables = sql`with ${wantedNodes(caller, query)},
wanted_tile as materialized (
  select
    w.resource_id,
    w.tile_id,
    row_number() over (order by w.resource_id, w.tile_id) as number,
    sum(w.bytes) over (order by w.resource_id, w.tile_id) as total
  from (
    ${tilesOf(query, stretch)}
  ) w
),
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
  const page = sql`jsonb_build_object(
      'count', (select count(*) from wanted_tile),
      'covered', coalesce((select w.number from wanted_tile w join stretch s on s.last_resource = w.resource_id and s.last_tile = w.tile_id), 0),
      'last', (select jsonb_build_array(w.resource_id, w.tile_id) from wanted_tile w where w.number = ${int(stretch.length)})
    )`;
  const piece = pieceOf(caller, query, stretch.pieceBytes, tables, page);
  return isAskedOften(query) ? kept(piece) : piece;
}

/** The features of a stretch whose ends are known, as many as one call brings. */
export function featuresBetween(
  caller: Caller,
  query: FeatureQuery,
  stretch: ClosedStretch,
): Statement {
  const tables = sql`with ${wantedNodes(caller, query)},
${knownStretch(stretch)}`;
  const piece = pieceOf(caller, query, stretch.pieceBytes, tables, sql`null::jsonb`);
  return isAskedOften(query) && isAlongIndex(query) ? kept(piece) : piece;
}

/** The lines of one tile, of any size (chunks.ts). */
export function featuresOfTile(caller: Caller, query: FeatureQuery, tile: TileKey): PartsQuery {
  const { tables, sharedLines, resourceLines } = pieceContents(caller, query);
  return {
    parts: sql`with ${wantedNodes(caller, query)},
${knownStretch({ after: null, until: tile }, tile)},
${features(query)}${tables},
${lines(query, sharedLines, resourceLines)}
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

/** The tiles that have features of a stretch, with the bytes that these are expected to need. */
export function tilesOf(
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

function knownStretch(
  { after, until }: Omit<ClosedStretch, 'pieceBytes'>,
  first = after,
): Statement {
  return sql`stretch as materialized (
  select
    coalesce(${uuid(first?.resourceId ?? null)}, '00000000-0000-0000-0000-000000000000') as first_resource,
    coalesce(${uuid(first?.tileId ?? null)}, '00000000-0000-0000-0000-000000000000') as first_tile,
    ${uuid(after?.resourceId ?? null)} as after_resource,
    ${uuid(after?.tileId ?? null)} as after_tile,
    ${uuid(until.resourceId)} as last_resource,
    ${uuid(until.tileId)} as last_tile
)`;
}

const isInStretch = sql`(f.resource_id, f.tile_id) >= ((select s.first_resource from stretch s), (select s.first_tile from stretch s))
    and (f.resource_id, f.tile_id) <= ((select s.last_resource from stretch s), (select s.last_tile from stretch s))
    and (f.resource_id, f.tile_id) is distinct from ((select s.after_resource from stretch s), (select s.after_tile from stretch s))`;

/** The features of the stretch that the caller may see. */
function features(query: FeatureQuery): Statement {
  const columns = sql`f.resource_id, f.tile_id, f.node_id, f.position, f.properties, f.geometry_text${
    query.featureId === 'uuid' ? sql`, f.feature_key` : sql``
  }`;
  const descriptors = query.includePrimaryName ? sql`r.descriptors` : sql``;
  return sql`found_feature as (
  select
    f.*,
    g.place as node_place,
    lag(f.resource_id) over (order by f.resource_id, f.tile_id, g.place, f.position) is distinct from f.resource_id as is_first
    ${query.includePrimaryName ? sql`, r.descriptors` : sql``}
  from (
    ${featuresIn(query, columns, isInStretch, sql`and ${isOfType(query)}`)}
  ) f
  join geometry_node g on g.node_id = f.node_id
  -- One by one, by its key: a stretch is a small part of all.
  cross join lateral (
    select ${descriptors}
    from resource r
    where r.resource_id = f.resource_id
      and r.graph_id = g.graph_id
    offset 0
  ) r
)`;
}

/**
 * The lines that all features share, and those of each feature, with the bytes up to them; each ends with a line break. The first feature of a
 * resource instance brings the lines of that.
 */
function lines(query: FeatureQuery, sharedLines: Statement, resourceLines: Statement): Statement {
  return sql`shared_line as materialized (
  select s.line, sum(octet_length(s.line) + 1) over (order by s.place rows unbounded preceding) as total
  from (
    ${sharedLines}
  ) s
),
feature_line as materialized (
  select
    f.resource_id,
    f.tile_id,
    l.line,
    sum(octet_length(l.line) + 1) over (
      order by f.resource_id, f.tile_id, f.node_place, f.position rows unbounded preceding
    ) as total
  from found_feature f
  -- Kept apart, so that it is made once.
  cross join lateral (
    select concat(
      case when f.is_first then concat(${resourceLines}) end,
      'f',
      f.resource_id,
      f.tile_id,
      f.node_place,
      E'\\t',
      ${idOf(query)},
      E'\\t',
      f.properties,
      E'\\t',
      f.geometry_text
    ) as line
    offset 0
  ) l
)`;
}

/** The id of a feature where it is to be a UUID: its own, where that is one, else one that is made of what it is known by. Empty elsewhere: it is numbered then. */
function idOf({ featureId }: FeatureQuery): Statement {
  if (featureId === 'number') return sql`''`;
  return sql`case
      when f.feature_key ~* ('^' || ${uuidWithin} || '#1$') then lower(left(f.feature_key, 36))
      else md5(f.tile_id::text || f.node_id::text || f.feature_key)::uuid::text
    end`;
}

function pieceOf(
  caller: Caller,
  query: FeatureQuery,
  pieceBytes: number,
  stretch: Statement,
  page: Statement,
): Statement {
  const { tables, sharedLines, resourceLines } = pieceContents(caller, query);
  return sql`${stretch},
${features(query)}${tables},
${lines(query, sharedLines, resourceLines)},
room as materialized (
  select
    ${int(pieceBytes)} - s.bytes as bytes,
    f.bytes = 0 or s.bytes + f.bytes <= ${int(pieceBytes)} as is_enough
  from (select coalesce(max(s.total), 0) as bytes from shared_line s) s
  cross join (select coalesce(max(f.total), 0) as bytes from feature_line f) f
),
-- The bytes up to each tile, where not everything fits.
grown_tile as materialized (
  select f.resource_id, f.tile_id, max(f.total) as total
  from feature_line f
  where not (select room.is_enough from room)
  group by f.resource_id, f.tile_id
),
last_given as materialized (
  select g.resource_id, g.tile_id
  from grown_tile g
  where g.total <= (select room.bytes from room)
  order by g.resource_id desc, g.tile_id desc
  limit 1
),
given as (
  select 1 as section, s.total, s.line
  from shared_line s
  where (select room.bytes > 0 from room)
  union all
  select 2, f.total, f.line
  from feature_line f
  where (select room.is_enough from room)
    or (f.resource_id, f.tile_id) <= (select g.resource_id, g.tile_id from last_given g)
)
-- A row is what begins in a window of 18 KB; what it holds last has at most 32 KB. A line that is larger travels in slices.
select r.part
from (
  select
    0,
    0,
    0,
    jsonb_build_object(
      'isEnough', m.is_enough,
      'given', (select jsonb_build_array(g.resource_id, g.tile_id) from last_given g),
      'first', (select jsonb_build_array(g.resource_id, g.tile_id) from grown_tile g order by g.resource_id, g.tile_id limit 1),
      'last', (select jsonb_build_array(s.last_resource, s.last_tile) from stretch s),
      'page', ${page}
    )::text
  from room m
  union all
  select g.section, max(g.total), 0, string_agg(g.line, E'\\n' order by g.total) || E'\\n'
  from given g
  where octet_length(g.line) <= 32000
  group by g.section, g.total / 18000
  union all
  select g.section, g.total, s.slice_number, s.slice
  from given g
  cross join lateral text_slice(g.line) s
  where octet_length(g.line) > 32000
) r (section, place, slice_number, part)
order by r.section, r.place, r.slice_number`;
}
