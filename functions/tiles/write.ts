import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import {
  tileInBody,
  tileSchema,
  tileWriting,
  writeTile,
} from '../../lib/http/tiles/tile-request.ts';

const operation = {
  ...tileWriting,
  ...tileInBody,
  id: 'write-tile',
  path: '/api/tiles/{tile_id}',
  summary: 'Stores a tile',
} as const satisfies Operation;

/** POST /api/tiles/{tile_id}, as existing clients call it. */
export const handler = endpoint({ operation, parameters: tileSchema, handle: writeTile });
