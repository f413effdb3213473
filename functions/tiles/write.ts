import { endpoint } from '../../lib/http/endpoint.ts';
import { tileInBody, tileWriting, writeTile } from '../../lib/http/tiles/tile-request.ts';

/** POST /api/tiles/{tile_id}, as existing clients call it. */
export const handler = endpoint({
  ...tileWriting,
  ...tileInBody,
  id: 'write-tile',
  path: '/api/tiles/{tile_id}',
  summary: 'Stores a tile',
  handle: writeTile,
});
