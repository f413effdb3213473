import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  tileBodyDefaults,
  tileWriteDefaults,
  writeTile,
} from '../../lib/http/tiles/tile-request.ts';

/** POST /api/tiles (existing clients). */
export const handler = createDataHandler({
  ...tileWriteDefaults,
  ...tileBodyDefaults,
  id: 'create-tile',
  path: '/api/tiles',
  summary: 'Stores the tile in the body, as a new tile if it has no id',
  handle: writeTile,
});
