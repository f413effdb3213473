import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError, uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { parseGraphId } from '../../lib/model/ids.ts';
import { findWhetherGraphIsActive } from '../../lib/queries/graphs/graph-is-active.ts';

const graphNotFoundMessage = 'There is no resource model with this id that you may see.';

/** GET /graph_is_active/{graph_id} (existing clients). */
export const handler = createDataHandler({
  id: 'get-graph-is-active',
  method: 'GET',
  path: '/graph_is_active/{graph_id}',
  alias: '/api/graph_is_active/{graph_id}',
  summary: 'Whether a resource model is active',
  access: 'secured',
  capability: 'read',
  parameters: z.object({ indent: indentParameter }),
  responses: {
    200: { description: 'true or false, as the model says.', body: 'graphIsActive' },
    404: 'There is no resource model with this id that the caller may read.',
  },
  handle: async function handleGetGraphIsActive({ path, caller }, { read }) {
    const query = findWhetherGraphIsActive(caller, parseGraphId(uuidOrNilUuid(path.graph_id)));
    const { mayReadSomething, isActive } = await read(query);
    if (isActive === null) throw notVisibleError(caller, mayReadSomething, graphNotFoundMessage);
    return jsonResponse(isActive);
  },
});
