import * as z from 'zod';

import { redirectTo } from '../../lib/http/responses/response.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';

/** GET /resource/{resource_instance_id}: clients of Arches send browsers here. It does not check whether the id exists. */
export const handler = createHandlerWithoutDatabase({
  id: 'see-resource',
  method: 'GET',
  path: '/resource/{resource_instance_id}',
  summary: 'Redirects to a resource instance, for links of clients of Arches',
  access: 'ignores-token',
  capability: 'none',
  parameters: z.object({}),
  responses: { 303: 'Redirect to the resource instance, even if the id does not exist.' },
  handle: async function handleSeeResource({ path }, { settings }) {
    return redirectTo(
      // Encoded, so that the id cannot name another host or path.
      `${settings.baseUrl}/resources/${encodeURIComponent(path.resource_instance_id.toWellFormed())}`,
    );
  },
});
