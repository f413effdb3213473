import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { listGraphsWithCounts } from '../../lib/queries/graphs/graphs.ts';
import { graphListDocument } from '../../lib/serializers/graphs/graph-list.ts';

/** GET /api/arches/graphs (existing clients). */
export const handler = createDataHandler({
  id: 'list-graphs-by-id',
  method: 'GET',
  path: '/api/arches/graphs',
  summary: 'The resource models that the caller may read, by their ids',
  access: 'optional-token',
  capability: 'read',
  parameters: indentOnlyParameters,
  responses: { 200: { description: 'Resource models by id, under models.', body: 'graphsById' } },
  handle: async function handleListGraphsById({ caller }, { read, settings }) {
    const graphs = await read(listGraphsWithCounts(caller));
    return jsonResponse(graphListDocument(graphs, settings.language));
  },
});
