import * as z from 'zod';

import type { TileKey } from '../../model/geojson/feature-query.ts';

/** A tile key as a JSON list: the ids of the resource instance and the tile, and in a layer the gid of the feature. */
export const tileKeySchema = z
  .tuple([z.string(), z.string(), z.number().optional()])
  .transform(([resourceId, tileId, gid]): TileKey =>
    gid === undefined ? { resourceId, tileId } : { resourceId, tileId, gid },
  );
