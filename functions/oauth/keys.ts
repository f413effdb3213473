import * as z from 'zod';

import { readPublicKeys } from '../../lib/identity/public-keys.ts';
import { json, withHeaders } from '../../lib/http/answers/answer.ts';
import { indent } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';

const operation = {
  id: 'public-keys',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys by which access tokens are checked (RFC 7517)',
  access: 'public',
  capability: 'statements',
  parameters: { indent: 'Spaces of indentation, 0 to 10.' },
  responses: { 200: { meaning: 'The JSON Web Key Set.', body: 'keySet' } },
} as const satisfies Operation;

/** GET /.well-known/jwks.json (RFC 7517) */
export const handler = endpoint({
  operation,
  parameters: z.object({ indent }),
  handle: async (_request, { data }) =>
    withHeaders(json({ keys: await readPublicKeys(data) }), {
      'Cache-Control': 'public, max-age=300',
    }),
});
