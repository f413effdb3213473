import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import {
  tileParameters,
  tileResponses,
  tileSchema,
  writeTile,
} from '../../lib/http/tiles/tile-request.ts';

const operation = {
  id: 'create-tile',
  method: 'POST',
  path: '/api/tiles',
  summary: 'Stores a tile that the body names, or a new one',
  access: 'secured',
  capability: 'transactions',
  parameters: tileParameters,
  sentBody: 'sentTile',
  form: { data: 'The tile as JSON text, as existing clients send it.' },
  neededFields: ['data'],
  sentHeaders: ['If-Match', 'Idempotency-Key'],
  responses: tileResponses,
} as const satisfies Operation;

/** POST /api/tiles, as existing clients call it. */
export const handler = endpoint({ operation, parameters: tileSchema, handle: writeTile });
