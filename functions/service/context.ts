import * as z from 'zod';

import { document } from '../../lib/http/answers/answer.ts';
import { indent } from '../../lib/http/parameters/parameter-types.ts';
import { frame } from '../../lib/http/frame.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { heritage } from '../../lib/json-ld/contexts/heritage.ts';

const operation = {
  id: 'get-context',
  method: 'GET',
  path: '/contexts/heritage.jsonld',
  summary: 'The JSON-LD context that documents may name',
  access: 'public',
  capability: 'none',
  parameters: { indent: 'Spaces of indentation, 0 to 10.' },
  responses: {
    200: { meaning: 'The context.', body: { 'application/ld+json': 'contextDocument' } },
  },
} as const satisfies Operation;

/** GET /contexts/heritage.jsonld */
export const handler = frame({
  operation,
  parameters: z.object({ indent }),
  handle: async () => ({
    ...document('application/ld+json', JSON.stringify({ '@context': heritage })),
    headers: { 'Cache-Control': 'public, max-age=86400' },
  }),
});
