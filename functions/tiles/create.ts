import { endpoint } from '../../lib/http/endpoint.ts';
import { tileInBody, tileWriting, writeTile } from '../../lib/http/tiles/tile-request.ts';

/** POST /api/tiles, as existing clients call it. */
export const handler = endpoint({
  ...tileWriting,
  ...tileInBody,
  id: 'create-tile',
  path: '/api/tiles',
  summary: 'Stores a tile that the body names, or a new one',
  handle: writeTile,
});
