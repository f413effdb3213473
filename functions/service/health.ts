import { json } from '../../lib/http/answers/answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { frame } from '../../lib/http/handler.ts';

/** GET /health */
export const handler = frame({
  id: 'health',
  method: 'GET',
  path: '/health',
  summary: 'Tells that the service answers. It does not wake the database.',
  access: 'public',
  capability: 'none',
  parameters: onlyIndent,
  responses: { 200: { meaning: 'The service answers.', body: 'health' } },
  handle: async () => json({ status: 'ok' }),
});
