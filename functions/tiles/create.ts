import { createDataHandler } from '../../lib/http/data-handler.ts';
import { tileBodyCommon, tileWriteCommon, writeTile } from '../../lib/http/tiles/tile-request.ts';

/** POST /api/tiles (existing clients). */
export const handler = createDataHandler({
  ...tileWriteCommon,
  ...tileBodyCommon,
  id: 'create-tile',
  path: '/api/tiles',
  summary: 'Stores the tile in the body, or a new one',
  handle: writeTile,
});
