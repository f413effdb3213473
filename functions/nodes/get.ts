import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { nodegroupRightParameter } from '../../lib/http/parameters/types/nodegroup-rights.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { parseNodeId } from '../../lib/model/ids.ts';
import { findNode } from '../../lib/queries/nodes/nodes.ts';
import { nodeListDocument } from '../../lib/serializers/nodes/node-list.ts';

const nodeNotFoundMessage = 'There is no node with this id that you may see.';

/** GET /api/nodes/{node_id} (existing clients). */
export const handler = createDataHandler({
  id: 'get-node',
  method: 'GET',
  path: '/api/nodes/{node_id}',
  summary: 'One node of a resource model, in an array',
  access: 'secured',
  capability: 'read',
  parameters: z.object({
    perms: nodegroupRightParameter.describe(descriptions.nodegroupRight),
    indent: indentParameter,
  }),
  responses: {
    200: { description: 'An array of one node.', body: 'nodeRows' },
    404: 'There is no node with this id whose values the caller may read.',
  },
  handle: async function handleGetNode(
    { parameters, path, caller, languages },
    { read, settings },
  ) {
    const nodeId = parseNodeId(uuidOrNilUuid(path.node_id));
    const query = findNode(caller, nodeId, parameters.perms);
    const { mayReadSomething, nodes: nodesOfModel } = await read(query);
    if (nodesOfModel.nodes.length === 0)
      throw notVisibleError(caller, mayReadSomething, nodeNotFoundMessage);
    const rows = nodeListDocument(nodesOfModel, languages, settings.language);
    return withHeaders(jsonResponse(rows), { Vary: 'Accept-Language' });
  },
});
