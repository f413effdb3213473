import * as z from 'zod';

import { frame } from '../../lib/http/handler.ts';
import { seeDocumentWithId } from '../../lib/http/answers/answer.ts';

/** GET /concepts/{concept_id}: the URI of a concept in RDF. */
export const handler = frame({
  id: 'see-concept',
  method: 'GET',
  path: '/concepts/{concept_id}',
  summary: 'Leads from the URI of a concept to the document about it',
  access: 'public',
  capability: 'none',
  parameters: z.object({}),
  responses: { 303: 'To the concept.', 404: 'This is no id.' },
  handle: async ({ path }, { settings }) =>
    seeDocumentWithId(
      path.concept_id,
      `${settings.baseUrl}/rdm/concepts`,
      'There is no concept with this id.',
    ),
});
