import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import {
  tileParameters,
  tileResponses,
  tileSchema,
  writeTile,
} from '../../lib/http/tiles/tile-request.ts';

const operation = {
  id: 'write-tile',
  method: 'POST',
  path: '/api/tiles/{tile_id}',
  summary: 'Stores a tile',
  access: 'secured',
  capability: 'transactions',
  parameters: tileParameters,
  sentBody: 'sentTile',
  form: { data: 'The tile as JSON text, as existing clients send it.' },
  neededFields: ['data'],
  sentHeaders: ['If-Match', 'Idempotency-Key'],
  responses: tileResponses,
} as const satisfies Operation;

/** POST /api/tiles/{tile_id}, as existing clients call it. */
export const handler = endpoint({ operation, parameters: tileSchema, handle: writeTile });
