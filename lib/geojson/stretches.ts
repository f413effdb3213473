import { run } from '../data-api/query.ts';
import type { ClosedStretch, OpenStretch } from '../queries/geojson/feature-stretches.ts';
import { planStretches } from '../queries/geojson/feature-ranges.ts';
import type { TileKey } from './feature-query.ts';
import type { FeatureSource } from './feature-source.ts';

/** A stretch that one call is expected to bring. */
export type PlannedStretch = ClosedStretch & { readonly isLast: boolean };

/**
 * Parts what is wanted into stretches, some at a time, while they are read.
 * @param behind where it begins, and how many tiles a plan looks at
 * @param until the last tile that is wanted; null for all
 */
export async function* stretchesBehind(
  { data, caller, query }: FeatureSource,
  behind: OpenStretch,
  until: TileKey | null,
): AsyncGenerator<PlannedStretch> {
  const { pieceBytes } = behind;
  let { after } = behind;
  for (;;) {
    const plan = planStretches(caller, query, { ...behind, after }, until);
    const { ends, isEnd } = await run(data.read, plan);
    for (const [index, end] of ends.entries()) {
      yield { after, until: end, pieceBytes, isLast: isEnd && index === ends.length - 1 };
      after = end;
    }
    if (isEnd) return;
  }
}
