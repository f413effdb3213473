import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import { pluralize } from '../../text.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';

/** Makes a warning if CSV has added tiles to stored resource instances. Stored tiles from JSON of the same data have other ids and stay. */
export function makeAddedTileWarnings(changes: readonly ResourceWrite[]): readonly ImportProblem[] {
  const updates = changes.filter(
    ({ kind, tiles }) => kind === 'Update' && tiles.some(({ change }) => change === 'create'),
  );
  if (updates.length === 0) return [];
  const tiles = updates.flatMap((change) =>
    change.tiles.filter(({ change: kind }) => kind === 'create'),
  );
  const message = `${pluralize(tiles.length, 'tile')} of the CSV were added to ${pluralize(updates.length, 'resource instance')} that were stored before. CSV never replaces tiles of another import. If the stored tiles have the same data, for example from JSON, delete either of them.`;
  return [importWarning('tiles_added', message)];
}
