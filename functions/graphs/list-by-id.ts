import { json } from '../../lib/http/answers/answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { countedGraphs } from '../../lib/queries/graphs/graphs.ts';
import { graphList } from '../../lib/serializers/graphs/graph-list.ts';

/** GET /api/arches/graphs, as existing clients call it. */
export const handler = endpoint({
  id: 'list-graphs-by-id',
  method: 'GET',
  path: '/api/arches/graphs',
  summary: 'The resource models of which the caller may read anything, by their ids',
  access: 'open',
  capability: 'statements',
  parameters: onlyIndent,
  responses: { 200: { meaning: 'Resource models by id, under models.', body: 'graphsById' } },
  handle: async ({ caller }, { read, settings }) => {
    const graphs = await read(countedGraphs(caller));
    return json(graphList(graphs, settings.language));
  },
});
