import * as z from 'zod';

import { kept } from '../../data-api/kept.ts';
import { manyRows, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql, type Statement } from '../../data-api/sql.ts';
import { everyFeature, type FeatureQuery, type TileKey } from '../../geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { keyOf } from './feature-key.ts';
import { wantedTiles, type OpenStretch } from './feature-stretches.ts';
import { tileKey } from './tile-key.ts';
import type { KeptTexts } from '../kept-texts.ts';
import {
  featuresIn,
  isAlongIndex,
  isAskedOften,
  isBehind,
  isOfType,
  isUpTo,
  wantedNodes,
} from './wanted-features.ts';

/** How much of a piece a planned stretch is to fill: what features need besides their own bytes is only expected. */
const filled = 0.9;

/** Where features may be parted so that one call brings each part. */
export type PlannedStretches = {
  /** The last tile of each, in order. */
  readonly ends: readonly TileKey[];
  /** Whether nothing comes behind the last. */
  readonly isEnd: boolean;
};

const planned = z.object({ end: tileKey, count: z.number() });

/**
 * Parts what comes behind a tile into stretches of about a million bytes, by an index alone.
 * @param until the last tile that is wanted; null for all
 */
export function planStretches(
  caller: Caller,
  query: FeatureQuery,
  stretch: OpenStretch,
  until: TileKey | null,
): RowsQuery<PlannedStretches> {
  const bytes = int(Math.ceil(stretch.pieceBytes * filled));
  const between = sql`${isBehind(query, stretch.after)}
    and ${isUpTo(query, until)}`;
  const statement = sql`with ${wantedNodes(caller, query)},
${wantedTiles(query, stretch, between)}
select jsonb_build_object(
  'end', jsonb_build_array(${keyOf(query, 'e')}),
  'count', (select count(*) from wanted_tile)
)::text
from (
  select distinct on (n.number_of_stretch) n.*
  from (
    select w.*, w.total / ${bytes} as number_of_stretch
    from wanted_tile w
  ) n
  order by n.number_of_stretch, n.number desc
) e
order by e.number`;
  const rows = manyRows(isPlanKept(query) ? kept(statement) : statement, planned);
  return {
    ...rows,
    read: (found) => {
      const stretches = rows.read(found);
      const isEnd = (stretches[0]?.count ?? 0) <= stretch.length;
      const ends = stretches.map(({ end }) => end);
      // The last one was cut by the number of tiles, not by its bytes.
      return { ends: isEnd || ends.length === 1 ? ends : ends.slice(0, -1), isEnd };
    },
  };
}

function isPlanKept(query: FeatureQuery): boolean {
  return isAskedOften(query) && isAlongIndex(query);
}

/** How many features are wanted on all pages: a query of one number, which is one more than `most` where there are more. */
export function countUpTo(query: FeatureQuery, most: number): Statement {
  const counted = featuresIn(query, sql`f.gid`, sql`true`, sql`limit ${int(most)} + 1`);
  return sql`select count(*)
      from (
        ${counted}
      ) m`;
}

/** How many features are wanted, and how many bytes of them are stored. */
export type FeatureTotals = { readonly features: number; readonly bytes: number };

const totals = z.object({ features: z.number(), bytes: z.number() });

/**
 * Counts features from the first or from behind a tile on.
 * @param until the last tile that is wanted; null for all
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
  const statement = sql`with ${wantedNodes(caller, query)}
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
    const stretch = { after: null, skipped: 0n, length: 1, overhead: 0, pieceBytes: 1 };
    const ofType = { geometryType: 'Point' } as const;
    const selections = [{}, { nodes: [] }, { layer: '' }, ofType, { ...ofType, nodes: [] }];
    return selections.flatMap((some) => {
      const query: FeatureQuery = { ...everyFeature, ...some };
      return [
        planStretches(caller, query, stretch, null),
        countFeatures(caller, query, { after: null, until: null }, null),
      ];
    });
  },
};
