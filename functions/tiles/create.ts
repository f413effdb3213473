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
  id: 'create-tile',
  path: '/api/tiles',
  summary: 'Stores a tile that the body names, or a new one',
} as const satisfies Operation;

/** POST /api/tiles, as existing clients call it. */
export const handler = endpoint({ operation, parameters: tileSchema, handle: writeTile });
