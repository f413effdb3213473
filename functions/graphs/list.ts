import { json } from '../../lib/http/answers/answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { readableGraphs } from '../../lib/queries/graphs/graphs.ts';

/** GET /graphs, as existing clients call it. */
export const handler = endpoint({
  id: 'list-graphs',
  method: 'GET',
  path: '/graphs',
  summary: 'The resource models of which the caller may read anything',
  access: 'open',
  capability: 'statements',
  parameters: onlyIndent,
  responses: { 200: { meaning: 'An array of resource models.', body: 'graphList' } },
  handle: async ({ caller }, { read }) => {
    const graphs = await read(readableGraphs(caller));
    return json(`[${graphs.join(',')}]`);
  },
});
