import type { IntendedTile } from '../../model/change/intended.ts';
import { Conflict } from '../errors.ts';
import type { ChangeBasis } from '../resources/change-request.ts';

/** Tiles of other resource instances are not moved, whether their owner may be seen or not. @throws Conflict */
export function checkOwners(
  tiles: readonly Pick<IntendedTile, 'tileId'>[],
  { otherTiles }: Pick<ChangeBasis, 'otherTiles'>,
): void {
  const taken = tiles.filter(({ tileId }) => otherTiles.has(tileId));
  if (taken.length === 0) return;
  const ids = taken.slice(0, 5).map(({ tileId }) => tileId);
  throw new Conflict(
    `These tile ids belong to something else already: ${ids.join(', ')}. Leave the ids out, or POST the document to create a copy with ids of its own.`,
  );
}
