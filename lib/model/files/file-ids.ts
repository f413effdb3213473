import { isObject } from '../datatypes/values/json-values.ts';
import { isUuid } from '../ids.ts';

/** What a tile holds: values by node id, and the values that provisional edits propose, by account. */
type TileContent = { readonly data: unknown; readonly provisional_edits: unknown };

/**
 * Lists the ids of the files in the values and proposals of tiles, in lower case. They are found by their form, as the database does
 * (infra/schema/files/files-of-tiles.sql).
 * @rule Files: Which files does a tile hold?
 */
export function listFileIds(tiles: readonly TileContent[]): ReadonlySet<string> {
  return new Set(
    tiles.flatMap(({ data, provisional_edits: edits }) => [
      ...fileIdsOfValues(data),
      ...membersOf(edits).flatMap((edit) => (isObject(edit) ? fileIdsOfValues(edit['value']) : [])),
    ]),
  );
}

function fileIdsOfValues(values: unknown): readonly string[] {
  return membersOf(values)
    .flat()
    .flatMap((file) => {
      const fileId = isObject(file) ? file['file_id'] : undefined;
      return typeof fileId === 'string' && isUuid(fileId) ? [fileId.toLowerCase()] : [];
    });
}

const membersOf = (value: unknown): readonly unknown[] =>
  isObject(value) ? Object.values(value) : [];
