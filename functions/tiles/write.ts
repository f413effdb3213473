import { createDataHandler } from '../../lib/http/data-handler.ts';
import { tileBodyCommon, tileWriteCommon, writeTile } from '../../lib/http/tiles/tile-request.ts';

/** POST /api/tiles/{tile_id}, as existing clients call it. */
export const handler = createDataHandler({
  ...tileWriteCommon,
  ...tileBodyCommon,
  id: 'write-tile',
  path: '/api/tiles/{tile_id}',
  summary: 'Stores a tile',
  handle: writeTile,
});
