import { runQuery } from '../data-api/query.ts';
import type { ClosedRange, OpenRange } from '../queries/geojson/chunk-range.ts';
import { planChunks } from '../queries/geojson/chunk-plan.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';
import type { FeatureSource } from './feature-source.ts';

/** A range that one call is expected to bring. */
export type PlannedChunk = ClosedRange & { readonly isLast: boolean };

/**
 * Parts what is selected into ranges, some at a time, while they are read.
 * @param behind where it begins, and how many tiles a plan looks at
 * @param until the last tile of the page; null for all
 */
export async function* planChunksAfter(
  { data, caller, query }: FeatureSource,
  behind: OpenRange,
  until: TileKey | null,
): AsyncGenerator<PlannedChunk> {
  const { chunkBytes } = behind;
  let { after } = behind;
  for (;;) {
    const plan = planChunks(caller, query, { ...behind, after }, until);
    const { ends, isEnd } = await runQuery(data.read, plan);
    for (const [index, end] of ends.entries()) {
      yield { after, until: end, chunkBytes, isLast: isEnd && index === ends.length - 1 };
      after = end;
    }
    if (isEnd) return;
  }
}
