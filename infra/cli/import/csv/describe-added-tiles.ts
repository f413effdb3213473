import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';
import { pluralize } from '../../text.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';

/** Warns if CSV adds tiles to resource instances that were stored before, because JSON of the same data has other tile ids. */
export function describeAddedTiles(changes: readonly ResourceChange[]): readonly ImportProblem[] {
  const updates = changes.filter(
    ({ kind, tiles }) => kind === 'Update' && tiles.some(({ change }) => change === 'create'),
  );
  if (updates.length === 0) return [];
  const tiles = updates.flatMap((change) =>
    change.tiles.filter(({ change: kind }) => kind === 'create'),
  );
  const message = `${pluralize(tiles.length, 'tile')} of the CSV were added to ${pluralize(updates.length, 'resource instance')} that were stored before. CSV never replaces tiles: if the stored ones are of the same data, such as an import of JSON, its values are there twice now.`;
  return [importWarning('tiles_added', message)];
}
