import { slicesOf, type DocumentStatement } from '../../data-api/chunks.ts';
import { kept } from '../../data-api/kept.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import {
  everyFeature,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { countUpTo } from './chunk-plan.ts';
import { isAlongIndex, isFrequent, selectedNodes } from './selected-features.ts';
import { endNames, endOf, keyBackwards, keyOf } from './feature-key.ts';
import { featureLines, chunkFeatures } from './feature-lines.ts';
import { closedRange, openRange, type ClosedRange, type OpenRange } from './chunk-range.ts';
import { chunkContents } from './chunk-contents.ts';
import type { KeptTexts } from '../kept-texts.ts';

/** Features of a layer that are counted beside a page, at most: by an index alone, in a few milliseconds. */
export const mostCounted = 10_000;

/** Whether the features of all pages are counted beside the first: in a box, each would have to be looked at. */
function isCounted({ layer, gid, boundingBox }: FeatureQuery): boolean {
  return layer !== null && gid === null && boundingBox === null;
}

/**
 * The first features of a range, as many as one call brings: the first row tells where they end (read-chunk.ts), those behind it are slices of their lines.
 * A tile whose features are too many for one call is not among them.
 */
export function firstFeatures(caller: Caller, query: FeatureQuery, range: OpenRange): Statement {
  const tables = sql`with ${selectedNodes(caller, query)},
${openRange(query, range)}`;
  const page = sql`jsonb_build_object(
      'count', (select count(*) from numbered_tile),
      'covered', coalesce((select w.number from numbered_tile w where (${keyOf(query, 'w')}) = (${endOf(query, 'last')})), 0),
      'last', (select jsonb_build_array(${keyOf(query, 'w')}) from numbered_tile w where w.number = ${int(range.length)})
      ${query.mobileProject === null ? sql`` : sql`, 'knowsProject', exists (select from project)`}
      ${isCounted(query) ? sql`, 'matched', (${countUpTo(query, mostCounted)})` : sql``}
    )`;
  const chunk = chunkOf(caller, query, range.chunkBytes, tables, page);
  return isFrequent(query) ? kept(chunk) : chunk;
}

/** The features of a range whose ends are known, as many as one call brings. */
export function featuresBetween(
  caller: Caller,
  query: FeatureQuery,
  range: ClosedRange,
): Statement {
  const tables = sql`with ${selectedNodes(caller, query)},
${closedRange(query, range)}`;
  const chunk = chunkOf(caller, query, range.chunkBytes, tables, sql`null::jsonb`);
  return isFrequent(query) && isAlongIndex(query) ? kept(chunk) : chunk;
}

/** The lines of one tile, of any size (chunks.ts). */
export function featuresOfTile(
  caller: Caller,
  query: FeatureQuery,
  tile: TileKey,
): DocumentStatement {
  const contents = chunkContents(caller, query);
  return {
    lines: sql`with ${selectedNodes(caller, query)},
${closedRange(query, { after: null, until: tile }, tile)},
${chunkFeatures(query)}${contents.tables},
${featureLines(query, contents)}
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

function chunkOf(
  caller: Caller,
  query: FeatureQuery,
  chunkBytes: number,
  range: Statement,
  page: Statement,
): Statement {
  const contents = chunkContents(caller, query);
  return sql`${range},
${chunkFeatures(query)}${contents.tables},
${featureLines(query, contents)},
room as materialized (
  select
    ${int(chunkBytes)} - s.bytes as bytes,
    f.bytes = 0 or s.bytes + f.bytes <= ${int(chunkBytes)} as is_enough
  from (select coalesce(max(s.total), 0) as bytes from shared_line s) s
  cross join (select coalesce(max(f.total), 0) as bytes from feature_line f) f
),
-- The bytes up to each tile, where not everything fits.
grown_tile as materialized (
  select ${keyOf(query, 'f')}, max(f.total) as total
  from feature_line f
  where not (select room.is_enough from room)
  group by ${keyOf(query, 'f')}
),
last_given as materialized (
  select ${keyOf(query, 'g')}
  from grown_tile g
  where g.total <= (select room.bytes from room)
  order by ${keyBackwards(query, 'g')}
  limit 1
),
-- Looked at twice; to keep it would copy all of it.
given as not materialized (
  select 1 as section, s.total, s.line
  from shared_line s
  where (select room.bytes > 0 from room)
  union all
  select 2, f.total, f.line
  from feature_line f
  where (select room.is_enough from room)
    or (${keyOf(query, 'f')}) <= (select ${keyOf(query, 'g')} from last_given g)
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
      'given', (select jsonb_build_array(${keyOf(query, 'g')}) from last_given g),
      'first', (select jsonb_build_array(${keyOf(query, 'g')}) from grown_tile g order by ${keyOf(query, 'g')} limit 1),
      'last', (select jsonb_build_array(${endNames(query, 'last')}) from chunk_range s),
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
  cross join lateral ${slicesOf(sql`g.line`)} s
  where octet_length(g.line) > 32000
) r (section, place, slice_number, part)
order by r.section, r.place, r.slice_number`;
}

/** Those of all that there are, of some nodes, resource instances or a tile, with each of what their properties are made of; and those of layers. @public */
export const keptTexts: KeptTexts = {
  token: 'optional',
  texts: (caller, { uuid }) => {
    const contents = [[], [uuid], [uuid, uuid]].flatMap((nodegroups) =>
      [false, true].flatMap((includePrimaryName) =>
        (nodegroups.length === 0 ? [false] : [false, true]).map((useDisplayValues) => ({
          ...everyFeature,
          nodegroups,
          includePrimaryName,
          useDisplayValues,
        })),
      ),
    );
    const alongIndex = [{}, { nodes: [] }];
    const others = [{ resources: [] }, { tile: uuid }, { tile: uuid, nodes: [] }];
    const open = { after: null, skipped: 0n, length: 1, overhead: 0, chunkBytes: 1 };
    const closed = { after: null, until: { resourceId: uuid, tileId: uuid }, chunkBytes: 1 };
    const layer = { ...everyFeature, layer: '' };
    return [
      ...contents.flatMap((content) => [
        ...[...alongIndex, ...others].map((some) =>
          firstFeatures(caller, { ...content, ...some }, open),
        ),
        ...alongIndex.map((some) => featuresBetween(caller, { ...content, ...some }, closed)),
      ]),
      ...[layer, { ...layer, gid: 1 }].map((query) => firstFeatures(caller, query, open)),
    ];
  },
};
