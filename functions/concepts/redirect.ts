import * as z from 'zod';

import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { redirectToDocument } from '../../lib/http/responses/response.ts';

/** GET /concepts/{concept_id}, the URI of a concept in RDF. */
export const handler = createHandlerWithoutDatabase({
  id: 'see-concept',
  method: 'GET',
  path: '/concepts/{concept_id}',
  summary: 'Redirects from the URI of a concept to its document',
  access: 'ignores-token',
  capability: 'none',
  parameters: z.object({}),
  responses: { 303: 'Redirect to the concept.', 404: 'The id is not a UUID.' },
  handle: async function handleSeeConcept({ path }, { settings }) {
    return redirectToDocument(
      path.concept_id,
      `${settings.baseUrl}/rdm/concepts`,
      'There is no concept with this id.',
    );
  },
});
