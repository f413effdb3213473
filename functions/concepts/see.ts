import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { frame } from '../../lib/http/frame.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { seeDocument } from '../../lib/http/answers/answer.ts';
import { isUuid } from '../../lib/model/ids.ts';

const operation = {
  id: 'see-concept',
  method: 'GET',
  path: '/concepts/{concept_id}',
  summary: 'Leads from the URI of a concept to the document about it',
  access: 'public',
  parameters: {},
  responses: { 303: 'To the concept.', 404: 'This is no id.' },
} as const satisfies Operation;

/** GET /concepts/{concept_id}: the URI of a concept in RDF. Whether there is one is told by the document, to those who may see it. */
export const handler = frame({
  operation,
  parameters: z.object({}),
  handle: async ({ path }, { settings }) => {
    const id = path.concept_id;
    if (!isUuid(id)) throw new NotFound('There is no concept with this id.');
    return seeDocument(`${settings.baseUrl}/rdm/concepts/${id.toLowerCase()}`);
  },
});
