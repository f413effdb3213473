import { createDataHandler } from '../../lib/http/data-handler.ts';
import { tileBodyCommon, tileWriteCommon, writeTile } from '../../lib/http/tiles/tile-request.ts';

/** POST /api/tiles, as existing clients call it. */
export const handler = createDataHandler({
  ...tileWriteCommon,
  ...tileBodyCommon,
  id: 'create-tile',
  path: '/api/tiles',
  summary: 'Stores a tile that the body names, or a new one',
  handle: writeTile,
});
