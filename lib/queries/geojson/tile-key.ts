import * as z from 'zod';

import type { TileKey } from '../../model/geojson/feature-query.ts';

/** A tile as statements name it: the ids of its resource instance and its own; of a layer the number of its feature besides. */
export const tileKeySchema = z
  .tuple([z.string(), z.string(), z.number().optional()])
  .transform(([resourceId, tileId, gid]): TileKey =>
    gid === undefined ? { resourceId, tileId } : { resourceId, tileId, gid },
  );
