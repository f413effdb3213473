import * as z from 'zod';

import type { StoredTile } from '../model/change/stored.ts';
import { parseNodegroupId, parseTileId } from '../model/ids.ts';
import { parseLossless } from '../json/lossless-json.ts';

const tileRecord = z.object({
  tileid: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullable(),
  sortorder: z.number().nullable(),
  data: z.record(z.string(), z.unknown()),
});

const tileDetails = z.object({
  holds_unreadable: z.boolean(),
  provisional_edits: z.record(z.string(), z.unknown()).nullable(),
});

/** The texts of parts that are a letter and a text after a tab each, by their letter. */
export function textsByLetter(parts: readonly string[]): (letter: string) => readonly string[] {
  const byLetter = Map.groupBy(parts, (part) => part.charAt(0));
  return (letter) => (byLetter.get(letter) ?? []).map((part) => part.slice(2));
}

/** A tile of the part that `tileParts` writes: a record and its details, which no tab of the record's own comes between: JSON writes one as an escape. */
export function storedTile(text: string): StoredTile {
  const middle = text.lastIndexOf('\t');
  const tile = tileRecord.parse(parseLossless(text.slice(0, middle)));
  const details = tileDetails.parse(parseLossless(text.slice(middle + 1)));
  return {
    tileId: parseTileId(tile.tileid),
    nodegroupId: parseNodegroupId(tile.nodegroup_id),
    parentTileId: tile.parenttile_id === null ? null : parseTileId(tile.parenttile_id),
    sortOrder: tile.sortorder,
    data: tile.data,
    provisionalEdits: details.provisional_edits,
    holdsUnreadable: details.holds_unreadable,
  };
}
