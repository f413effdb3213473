import * as z from 'zod';

import openApi from '../../lib/http/description/openapi.generated.json' with { type: 'json' };
import { describedAt } from '../../lib/http/description/description.ts';
import { frame } from '../../lib/http/frame.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { indent } from '../../lib/http/parameters/parameter-types.ts';

const operation = {
  id: 'get-openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This description: all operations, as an OpenAPI 3.1 document',
  access: 'public',
  capability: 'none',
  parameters: { indent: 'Spaces of indentation, 0 to 10.' },
  responses: {
    200: { meaning: 'The description.', body: 'openApiDescription' },
    304: 'It is what the caller has already.',
  },
} as const satisfies Operation;

/** GET /openapi.json: what `npm run generate` wrote of the operations, with the address of this service. */
export const handler = frame({
  operation,
  parameters: z.object({ indent }),
  handle: async ({ parameters }, { settings: { baseUrl } }) =>
    describedAt(openApi, { baseUrl, indent: parameters.indent }),
});
