import * as z from 'zod';

import { redirectTo } from '../../lib/http/responses/response.ts';
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';

/** GET /resource/{resource_instance_id}: where existing clients send a browser. What there is not is told of there, to everybody alike. */
export const handler = createPlainHandler({
  id: 'see-resource',
  method: 'GET',
  path: '/resource/{resource_instance_id}',
  summary: 'Leads to a resource instance, as existing clients link to it',
  access: 'public',
  capability: 'none',
  parameters: z.object({}),
  responses: { 303: 'To the resource instance, whether there is one with this id or not.' },
  handle: async ({ path }, { settings }) =>
    redirectTo(
      // No other host or path can be named by what was sent as an id.
      `${settings.baseUrl}/resources/${encodeURIComponent(path.resource_instance_id.toWellFormed())}`,
    ),
});
