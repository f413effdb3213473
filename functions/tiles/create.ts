import * as z from 'zod';

import { accountOnly } from '../../lib/http/request/account-only.ts';
import { indent, trueOrFalse } from '../../lib/http/parameters/common-parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/request/idempotency-key.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { preconditionsOf } from '../../lib/http/conditional/preconditions.ts';
import { readTileBody } from '../../lib/writing/tiles/tile-body.ts';
import { storeTile } from '../../lib/writing/tiles/tile-request.ts';

const operation = {
  id: 'create-tile',
  method: 'POST',
  path: '/api/tiles',
  summary: 'Stores a tile that the body names, or a new one',
  access: 'secured',
  capability: 'write',
  parameters: {
    dry_run: 'true answers with what would change, and stores nothing.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  responses: {
    200: 'The tile record, as it is stored. Or, with dry_run, what would change.',
    400: 'A parameter breaks its rule, or the body cannot be read.',
    403: 'The caller may not write such a tile.',
    404: 'Its resource instance or its model is not there for the caller.',
    409: 'The id belongs to something else.',
    412: 'The resource instance has changed since the version that If-Match names.',
    422: 'The tile cannot be stored as it is; all problems are listed.',
    428: 'The version has to be named with If-Match.',
  },
} as const satisfies Operation;

/** POST /api/tiles, as existing clients call it. */
export const handler = endpoint({
  operation,
  parameters: z.object({ dry_run: trueOrFalse(false), indent }),
  handle: async ({ parameters, principal, header, body }, { data, settings }) => {
    const request = {
      principal: accountOnly(principal),
      settings,
      path: '/api/tiles',
      body,
      preconditions: preconditionsOf(header, settings.requireIfMatch),
      isDryRun: parameters.dry_run,
      idempotencyKey: idempotencyKey(header),
    };
    return storeTile(data, request, readTileBody(body, header('content-type'), undefined));
  },
});
