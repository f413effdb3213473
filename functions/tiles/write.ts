import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  tileBodyDefaults,
  tileWriteDefaults,
  writeTile,
} from '../../lib/http/tiles/tile-request.ts';

/** POST /api/tiles/{tile_id} (existing clients). */
export const handler = createDataHandler({
  ...tileWriteDefaults,
  ...tileBodyDefaults,
  id: 'write-tile',
  path: '/api/tiles/{tile_id}',
  summary: 'Stores a tile',
  handle: writeTile,
});
