import * as z from 'zod';

import { parseLossless } from '../../json/lossless-json.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { TreeTile } from '../../model/resources/resource-tree.ts';
import type { ResourceDocument } from './resource-document.ts';

const tileRecordSchema = z.object({
  tileid: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

const proposalsSchema = z.object({ tileid: z.string(), provisionaledits: z.unknown() });

/** Finds the tiles with a proposal that waits for a review. Only proposals that the caller may see count. @returns their tile ids */
export function parsePendingTileIds({
  tiles,
}: Pick<ResourceDocument, 'tiles'>): ReadonlySet<string> {
  return new Set(
    tiles.flatMap((text) => {
      const { tileid: id, provisionaledits: proposals } = proposalsSchema.parse(JSON.parse(text));
      if (!isObject(proposals)) return [];
      const isPending = Object.values(proposals).some(
        (proposal) => isObject(proposal) && proposal['status'] === 'review',
      );
      return isPending ? [id] : [];
    }),
  );
}

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
