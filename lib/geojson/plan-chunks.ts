import { runQuery } from '../data-api/query.ts';
import type { ClosedRange, OpenRange } from '../queries/geojson/chunk-range.ts';
import { findChunkEnds } from '../queries/geojson/chunk-ends.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';
import type { FeatureSource } from './feature-source.ts';

/** A range of features that is expected to fit in one call. */
export type PlannedChunk = ClosedRange & { readonly isLast: boolean };

/**
 * Plans ranges of the selected features. Each Data API call plans several ranges.
 * @param start the position after which planning begins, and the maximum number of tiles in the plan of one call
 * @param until the last tile of the page; null for all tiles
 */
export async function* planChunks(
  { dataApi, caller, query }: FeatureSource,
  start: OpenRange,
  until: TileKey | null,
): AsyncGenerator<PlannedChunk> {
  const { chunkBytes } = start;
  let { after } = start;
  for (;;) {
    const planQuery = findChunkEnds(caller, query, { ...start, after }, until);
    const { ends, isEnd } = await runQuery(dataApi.read, planQuery);
    for (const [index, end] of ends.entries()) {
      yield { after, until: end, chunkBytes, isLast: isEnd && index === ends.length - 1 };
      after = end;
    }
    if (isEnd) return;
  }
}
