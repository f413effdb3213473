import * as z from 'zod';

import { parseLossless } from '../../json/lossless-json.ts';
import type { TreeTile } from '../../model/resources/resource-tree.ts';
import type { ResourceDocument } from './resource-document.ts';

const tileRecordSchema = z.object({
  tileid: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

/** Parses the tiles of a resource instance; numbers keep every digit. */
export function parseTiles({ tiles }: Pick<ResourceDocument, 'tiles'>): readonly TreeTile[] {
  return tiles.map((text) => {
    const tile = tileRecordSchema.parse(parseLossless(text));
    return {
      tileId: tile.tileid,
      nodegroupId: tile.nodegroup_id,
      parentTileId: tile.parenttile_id,
      data: tile.data,
    };
  });
}
