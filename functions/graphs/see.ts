import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { frame } from '../../lib/http/frame.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { seeDocument } from '../../lib/http/answers/answer.ts';
import { isUuid } from '../../lib/model/ids.ts';

const operation = {
  id: 'see-graph',
  method: 'GET',
  path: '/graph/{graph_id}',
  summary: 'Leads from the URI of a resource model to the document about it',
  access: 'public',
  parameters: {},
  responses: { 303: 'To the resource model.', 404: 'This is no id.' },
} as const satisfies Operation;

/** GET /graph/{graph_id}: the URI of a graph in RDF. Whether there is one is told by the document, to those who may see it. */
export const handler = frame({
  operation,
  parameters: z.object({}),
  handle: async ({ path }, { settings }) => {
    const id = path.graph_id;
    if (!isUuid(id)) throw new NotFound('There is no resource model with this id.');
    return seeDocument(`${settings.baseUrl}/graphs/${id.toLowerCase()}`);
  },
});
