import * as z from 'zod';

import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
import { seeDocument } from '../../lib/http/answers/answer.ts';
import { parseNodeId, parseTileId } from '../../lib/model/ids.ts';
import { resourceOfTileNode } from '../../lib/queries/tiles/tiles.ts';

const unknown = 'There is no such node of a tile that you may see.';

/** GET /tile/{tile_id}/node/{node_id}: the URI of a node of a tile in JSON-LD. */
export const handler = endpoint({
  id: 'see-tile-node',
  method: 'GET',
  path: '/tile/{tile_id}/node/{node_id}',
  summary: 'Leads from the URI of a node of a tile to its resource instance',
  access: 'secured',
  capability: 'statements',
  parameters: z.object({}),
  responses: {
    303: 'To the resource instance.',
    404: 'There is no such node of a tile that the caller may see.',
  },
  handle: async ({ path, caller }, { read, settings }) => {
    const tileId = parseTileId(idOrNil(path.tile_id));
    const nodeId = parseNodeId(idOrNil(path.node_id));
    const query = resourceOfTileNode(caller, tileId, nodeId);
    const { mayReadAnything, resourceId } = await read(query);
    if (resourceId === null) throw notVisible(caller, mayReadAnything, unknown);
    return seeDocument(`${settings.baseUrl}/resources/${resourceId}`);
  },
});
