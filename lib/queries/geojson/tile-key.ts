import * as z from 'zod';

import type { TileKey } from '../../geojson/feature-query.ts';

/** A tile as statements name it: the ids of its resource instance and its own. */
export const tileKey = z
  .tuple([z.string(), z.string()])
  .transform(([resourceId, tileId]): TileKey => ({ resourceId, tileId }));
