import { endpoint } from '../../lib/http/endpoint.ts';
import { sentTile, tileWriting, writeTile } from '../../lib/http/tiles/tile-request.ts';

/** POST /api/tiles/{tile_id}, as existing clients call it. */
export const handler = endpoint({
  ...tileWriting,
  ...sentTile,
  id: 'write-tile',
  path: '/api/tiles/{tile_id}',
  summary: 'Stores a tile',
  handle: writeTile,
});
