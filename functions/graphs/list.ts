import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { listReadableGraphs } from '../../lib/queries/graphs/graphs.ts';

/** GET /graphs (existing clients). */
export const handler = createDataHandler({
  id: 'list-graphs',
  method: 'GET',
  path: '/graphs',
  summary: 'The resource models that the caller may read',
  access: 'open',
  capability: 'read',
  parameters: indentOnlyParameters,
  responses: { 200: { description: 'An array of resource models.', body: 'graphList' } },
  handle: async ({ caller }, { read }) => {
    const graphs = await read(listReadableGraphs(caller));
    return jsonResponse(`[${graphs.join(',')}]`);
  },
});
