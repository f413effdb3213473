import * as z from 'zod';

import { callerOf } from '../../lib/model/accounts/caller.ts';
import { run } from '../../lib/data-api/query.ts';
import { json } from '../../lib/http/answers/answer.ts';
import { indent } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { readableGraphs } from '../../lib/queries/graphs/graphs.ts';

const operation = {
  id: 'list-graphs',
  method: 'GET',
  path: '/graphs',
  summary: 'The resource models of which the caller may read anything',
  access: 'open',
  capability: 'statements',
  parameters: { indent: 'Spaces of indentation, 0 to 10.' },
  responses: { 200: { meaning: 'An array of resource models.', body: 'graphList' } },
} as const satisfies Operation;

/** GET /graphs, as existing clients call it. */
export const handler = endpoint({
  operation,
  parameters: z.object({ indent }),
  handle: async ({ principal }, { data }) => {
    const graphs = await run(data.read, readableGraphs(callerOf(principal)));
    return json(`[${graphs.join(',')}]`);
  },
});
