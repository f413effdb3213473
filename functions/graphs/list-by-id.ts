import { callerOf } from '../../lib/model/accounts/caller.ts';
import { run } from '../../lib/data-api/query.ts';
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
  handle: async ({ principal }, { data, settings }) => {
    const graphs = await run(data.read, countedGraphs(callerOf(principal)));
    return json(graphList(graphs, settings.language));
  },
});
