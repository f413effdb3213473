import * as z from 'zod';

import { json, withHeaders } from '../../lib/http/answers/answer.ts';
import { indent, nodegroupRight } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
import { parseNodeId } from '../../lib/model/ids.ts';
import { readableNode } from '../../lib/queries/nodes/nodes.ts';
import { nodeRows } from '../../lib/serializers/nodes/node-rows.ts';

const unknown = 'There is no node with this id that you may see.';

/** GET /api/nodes/{node_id}, as existing clients call it. */
export const handler = endpoint({
  id: 'get-node',
  method: 'GET',
  path: '/api/nodes/{node_id}',
  summary: 'One node of a resource model, in an array',
  access: 'secured',
  capability: 'statements',
  parameters: z.object({
    perms: nodegroupRight.describe(
      'What the caller must be allowed to do: read_nodegroup, write_nodegroup or delete_nodegroup.',
    ),
    indent,
  }),
  responses: {
    200: { meaning: 'An array of one node.', body: 'nodeRows' },
    404: 'There is none with this id whose values the caller may read.',
  },
  handle: async ({ parameters, path, caller, languages }, { read, settings }) => {
    const nodeid = parseNodeId(idOrNil(path.node_id));
    const query = readableNode(caller, nodeid, parameters.perms);
    const { mayReadAnything, found } = await read(query);
    if (found.nodes.length === 0) throw notVisible(caller, mayReadAnything, unknown);
    const rows = nodeRows(found, [...languages, settings.language]);
    return withHeaders(json(rows), { Vary: 'Accept-Language' });
  },
});
