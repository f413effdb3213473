import { document } from '../../lib/http/answers/answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { frame } from '../../lib/http/handler.ts';
import { heritage } from '../../lib/json-ld/contexts/heritage.ts';

/** GET /contexts/heritage.jsonld */
export const handler = frame({
  id: 'get-context',
  method: 'GET',
  path: '/contexts/heritage.jsonld',
  summary: 'The JSON-LD context that documents may name',
  access: 'public',
  capability: 'none',
  parameters: onlyIndent,
  responses: {
    200: { meaning: 'The context.', body: { 'application/ld+json': 'contextDocument' } },
  },
  handle: async () => ({
    ...document('application/ld+json', JSON.stringify({ '@context': heritage })),
    headers: { 'Cache-Control': 'public, max-age=86400' },
  }),
});
