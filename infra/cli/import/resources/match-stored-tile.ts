import { toJsonbForm } from '../../../../lib/json/jsonb-form.ts';
import { isEqualValue, valueKey } from '../../../../lib/model/change/compare-values.ts';
import { hasNoValues, listProposalAuthors } from '../../../../lib/model/change/proposals.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { StoredTileValues } from './queries/stored-records.ts';

/** Where a tile is: its nodegroup and its parent tile. */
export function createLocationKey(nodegroupId: string, parentTileId: string | null): string {
  return `${nodegroupId} ${parentTileId ?? ''}`;
}

/** A key of the place and the values of a tile. Absent values and nulls are equal. */
export function createContentKey(
  nodegroupId: string,
  parentTileId: string | null,
  data: TileRow['data'],
): string {
  const values = Object.entries(data).filter(([, value]) => value !== null);
  const key = valueKey(toJsonbForm(Object.fromEntries(values)));
  return `${createLocationKey(nodegroupId, parentTileId)} ${key}`;
}

/** Whether a stored tile has all values of a partial tile. */
export function hasAllValues(stored: StoredTileValues, { data }: TileRow): boolean {
  return Object.entries(data).every(
    ([nodeId, value]) => value === null || isEqualValue(stored.data[nodeId], toJsonbForm(value)),
  );
}

/**
 * Whether a tile with the same values as a stored one can be that one. Of a tile without values, the proposals are its content: it is not
 * the tile that somebody else proposes.
 */
export function canBeStoredTile(
  { data, provisional_edits: edits }: TileRow,
  stored: StoredTileValues,
): boolean {
  if (!hasNoValues(data)) return true;
  if (listProposalAuthors(edits).length === 0) return !stored.isProposed;
  const { provisionalEdits } = stored;
  return (
    isObject(edits) &&
    isObject(provisionalEdits) &&
    Object.entries(edits).every(([author, edit]) =>
      isEqualValue(provisionalEdits[author], toJsonbForm(edit)),
    )
  );
}
