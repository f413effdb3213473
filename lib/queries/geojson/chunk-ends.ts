import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import {
  defaultFeatureQuery,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { keyColumns } from './feature-key.ts';
import { numberedTileTable, type OpenRange } from './chunk-range.ts';
import { tileKeySchema } from './tile-key.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import {
  isReadInOrder,
  isPreparedSelection,
  keyAfterCondition,
  keyUpToCondition,
  selectionTables,
} from './selected-features.ts';

/** The fraction of a chunk that a planned range fills. It is below 1, because the sizes of features are estimated. */
const fillRatio = 0.9;

/** How to split features into ranges of one call each. */
export type ChunkEnds = {
  /** The last tile of each range, in order. */
  readonly ends: readonly TileKey[];
  /** Whether the last range ends the selection. */
  readonly isEnd: boolean;
};

const plannedRangeSchema = z.object({ end: tileKeySchema, count: z.number() });

/**
 * Splits the features after a tile into ranges of about a million bytes. It reads only an index.
 * @param until the last tile of the page; null for all
 */
export function findChunkEnds(
  caller: Caller,
  query: FeatureQuery,
  range: OpenRange,
  until: TileKey | null,
): RowsQuery<ChunkEnds> {
  const plannedBytes = int(Math.ceil(range.chunkBytes * fillRatio));
  const keyRange = sql`${keyAfterCondition(query, range.after)}
    and ${keyUpToCondition(query, until)}`;
  const statement = sql`with ${selectionTables(caller, query)},
${numberedTileTable(query, range, keyRange)}
select jsonb_build_object(
  'end', jsonb_build_array(${keyColumns(query, 'e')}),
  'count', (select count(*) from numbered_tile)
)::text
from (
  select distinct on (n.chunk_number) n.*
  from (
    select t.*, t.total / ${plannedBytes} as chunk_number
    from numbered_tile t
  ) n
  order by n.chunk_number, n.number desc
) e
order by e.number`;
  const rangesQuery = manyRows(
    isPreparedSelection(query) && isReadInOrder(query) && query.layer === null
      ? markPrepared(statement)
      : statement,
    plannedRangeSchema,
  );
  return {
    ...rangesQuery,
    parse: (rows) => {
      const ranges = rangesQuery.parse(rows);
      const isEnd = (ranges[0]?.count ?? 0) <= range.length;
      const ends = ranges.map(({ end }) => end);
      // If more tiles follow, the last range is dropped: it ended at the limit of tiles before it was full.
      return { ends: isEnd || ends.length === 1 ? ends : ends.slice(0, -1), isEnd };
    },
  };
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => {
    const range = { after: null, skipped: 0n, length: 1, overhead: 0, chunkBytes: 1 };
    const pointsOnly = { geometryType: 'Point' } as const;
    return [{}, { nodes: [] }, pointsOnly, { ...pointsOnly, nodes: [] }].map((selection) =>
      findChunkEnds(caller, { ...defaultFeatureQuery, ...selection }, range, null),
    );
  },
};
