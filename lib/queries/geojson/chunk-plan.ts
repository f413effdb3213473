import * as z from 'zod';

import { kept } from '../../data-api/kept.ts';
import { manyRows, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql, type Statement } from '../../data-api/sql.ts';
import {
  everyFeature,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { keyOf } from './feature-key.ts';
import { numberedTiles, type OpenRange } from './chunk-range.ts';
import { tileKey } from './tile-key.ts';
import type { KeptTexts } from '../kept-texts.ts';
import {
  featuresIn,
  isAlongIndex,
  isFrequent,
  isBehind,
  isOfType,
  isUpTo,
  selectedNodes,
} from './selected-features.ts';

/** How much of a chunk a planned range is to fill: what features need besides their own bytes is only expected. */
const filled = 0.9;

/** Where features may be parted so that one call brings each part. */
export type ChunkPlan = {
  /** The last tile of each, in order. */
  readonly ends: readonly TileKey[];
  /** Whether nothing comes behind the last. */
  readonly isEnd: boolean;
};

const planned = z.object({ end: tileKey, count: z.number() });

/**
 * Parts what comes behind a tile into ranges of about a million bytes, by an index alone.
 * @param until the last tile of the page; null for all
 */
export function planChunks(
  caller: Caller,
  query: FeatureQuery,
  range: OpenRange,
  until: TileKey | null,
): RowsQuery<ChunkPlan> {
  const bytes = int(Math.ceil(range.chunkBytes * filled));
  const between = sql`${isBehind(query, range.after)}
    and ${isUpTo(query, until)}`;
  const statement = sql`with ${selectedNodes(caller, query)},
${numberedTiles(query, range, between)}
select jsonb_build_object(
  'end', jsonb_build_array(${keyOf(query, 'e')}),
  'count', (select count(*) from numbered_tile)
)::text
from (
  select distinct on (n.chunk_number) n.*
  from (
    select w.*, w.total / ${bytes} as chunk_number
    from numbered_tile w
  ) n
  order by n.chunk_number, n.number desc
) e
order by e.number`;
  const rows = manyRows(isPlanKept(query) ? kept(statement) : statement, planned);
  return {
    ...rows,
    read: (given) => {
      const ranges = rows.read(given);
      const isEnd = (ranges[0]?.count ?? 0) <= range.length;
      const ends = ranges.map(({ end }) => end);
      // The last one was cut by the number of tiles, not by its bytes.
      return { ends: isEnd || ends.length === 1 ? ends : ends.slice(0, -1), isEnd };
    },
  };
}

function isPlanKept(query: FeatureQuery): boolean {
  return isFrequent(query) && isAlongIndex(query);
}

/** How many features are selected on all pages: a query of one number, which is one more than `most` where there are more. */
export function countUpTo(query: FeatureQuery, most: number): Statement {
  const counted = featuresIn(query, sql`f.gid`, sql`true`, sql`limit ${int(most)} + 1`);
  return sql`select count(*)
      from (
        ${counted}
      ) m`;
}

/** How many features are selected, and how many bytes of them are stored. */
export type FeatureTotals = { readonly features: number; readonly bytes: number };

const totals = z.object({ features: z.number(), bytes: z.number() });

/**
 * Counts features from the first or from behind a tile on.
 * @param until the last tile of the page; null for all
 * @param most features that are counted; null for all
 */
export function countFeatures(
  caller: Caller,
  query: FeatureQuery,
  { after, until }: { readonly after: TileKey | null; readonly until: TileKey | null },
  most: number | null,
): RowsQuery<FeatureTotals> {
  const counted: Statement = featuresIn(
    query,
    sql`f.bytes`,
    sql`${isBehind(query, after)}
    and ${isUpTo(query, until)}`,
    // Types are in no index: where any will do, the index alone tells.
    sql`${query.geometryType === null ? sql`` : sql`and ${isOfType(query)}`}
  limit ${bigint(most === null ? null : String(most))}`,
  );
  const statement = sql`with ${selectedNodes(caller, query)}
select jsonb_build_object('features', count(*), 'bytes', coalesce(sum(w.bytes), 0))::text
from (
  ${counted}
) w`;
  return oneRow(isPlanKept(query) ? kept(statement) : statement, totals);
}

/** The texts that these can have. @public */
export const keptTexts: KeptTexts = {
  token: 'optional',
  texts: (caller) => {
    const range = { after: null, skipped: 0n, length: 1, overhead: 0, chunkBytes: 1 };
    const ofType = { geometryType: 'Point' } as const;
    const selections = [{}, { nodes: [] }, { layer: '' }, ofType, { ...ofType, nodes: [] }];
    return selections.flatMap((some) => {
      const query: FeatureQuery = { ...everyFeature, ...some };
      return [
        planChunks(caller, query, range, null),
        countFeatures(caller, query, { after: null, until: null }, null),
      ];
    });
  },
};
