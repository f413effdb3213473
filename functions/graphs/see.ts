import * as z from 'zod';

import { frame } from '../../lib/http/handler.ts';
import { seeDocumentWithId } from '../../lib/http/answers/answer.ts';

/** GET /graph/{graph_id}: the URI of a graph in RDF. */
export const handler = frame({
  id: 'see-graph',
  method: 'GET',
  path: '/graph/{graph_id}',
  summary: 'Leads from the URI of a resource model to the document about it',
  access: 'public',
  capability: 'none',
  parameters: z.object({}),
  responses: { 303: 'To the resource model.', 404: 'This is no id.' },
  handle: async ({ path }, { settings }) =>
    seeDocumentWithId(
      path.graph_id,
      `${settings.baseUrl}/graphs`,
      'There is no resource model with this id.',
    ),
});
