import * as z from 'zod';

import { json } from '../../lib/http/answers/answer.ts';
import { indent } from '../../lib/http/parameters/parameter-types.ts';
import { frame } from '../../lib/http/frame.ts';
import type { Operation } from '../../lib/http/operation.ts';

const operation = {
  id: 'health',
  method: 'GET',
  path: '/health',
  summary: 'Tells that the service answers. It does not wake the database.',
  access: 'public',
  capability: 'none',
  parameters: { indent: 'Spaces of indentation.' },
  responses: { 200: { meaning: 'The service answers.', body: 'health' } },
} satisfies Operation;

/** GET /health */
export const handler = frame({
  operation,
  parameters: z.object({ indent }),
  handle: async () => json({ status: 'ok' }),
});
