import * as z from 'zod';

import { createPlainHandler } from '../../lib/http/lambda-handler.ts';
import { redirectToDocument } from '../../lib/http/responses/response.ts';

/** GET /graph/{graph_id}: the URI of a graph in RDF. */
export const handler = createPlainHandler({
  id: 'see-graph',
  method: 'GET',
  path: '/graph/{graph_id}',
  summary: 'Leads from the URI of a resource model to the document about it',
  access: 'public',
  capability: 'none',
  parameters: z.object({}),
  responses: { 303: 'To the resource model.', 404: 'This is no id.' },
  handle: async ({ path }, { settings }) =>
    redirectToDocument(
      path.graph_id,
      `${settings.baseUrl}/graphs`,
      'There is no resource model with this id.',
    ),
});
