import * as z from 'zod';

import { frame } from '../../lib/http/frame.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { seeDocumentWithId } from '../../lib/http/answers/answer.ts';

const operation = {
  id: 'see-concept',
  method: 'GET',
  path: '/concepts/{concept_id}',
  summary: 'Leads from the URI of a concept to the document about it',
  access: 'public',
  capability: 'none',
  parameters: {},
  responses: { 303: 'To the concept.', 404: 'This is no id.' },
} as const satisfies Operation;

/** GET /concepts/{concept_id}: the URI of a concept in RDF. */
export const handler = frame({
  operation,
  parameters: z.object({}),
  handle: async ({ path }, { settings }) =>
    seeDocumentWithId(
      path.concept_id,
      `${settings.baseUrl}/rdm/concepts`,
      'There is no concept with this id.',
    ),
});
