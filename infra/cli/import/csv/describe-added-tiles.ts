import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import { pluralize } from '../../text.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';

/** Makes a warning if rows of CSV or a table have added tiles to stored resource instances. Stored tiles stay. */
export function makeAddedTileWarnings(changes: readonly ResourceWrite[]): readonly ImportProblem[] {
  const updates = changes.filter(
    ({ kind, tiles }) => kind === 'Update' && tiles.some(({ change }) => change === 'create'),
  );
  if (updates.length === 0) return [];
  const tiles = updates.flatMap((change) =>
    change.tiles.filter(({ change: kind }) => kind === 'create'),
  );
  const message = `${pluralize(tiles.length, 'tile')} of the file were added to ${pluralize(updates.length, 'resource instance')} that were stored before. A row never replaces a tile of which a resource instance may have several. If the stored tiles have the same data, for example from JSON, delete either of them.`;
  return [importWarning('tiles_added', message)];
}
