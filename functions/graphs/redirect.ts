import * as z from 'zod';

import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { redirectToDocument } from '../../lib/http/responses/response.ts';

/** GET /graph/{graph_id}, the URI of a graph in RDF. */
export const handler = createHandlerWithoutDatabase({
  id: 'see-graph',
  method: 'GET',
  path: '/graph/{graph_id}',
  summary: 'Redirects from the URI of a resource model to its document',
  access: 'ignores-token',
  capability: 'none',
  parameters: z.object({}),
  responses: { 303: 'Redirect to the resource model.', 404: 'The id is not a UUID.' },
  handle: async function handleSeeGraph({ path }, { settings }) {
    return redirectToDocument(
      path.graph_id,
      `${settings.baseUrl}/graphs`,
      'There is no resource model with this id.',
    );
  },
});
