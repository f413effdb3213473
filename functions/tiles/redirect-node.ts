import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { redirectTo } from '../../lib/http/responses/response.ts';
import { parseNodeId, parseTileId } from '../../lib/model/ids.ts';
import { findResourceOfTileNode } from '../../lib/queries/tiles/find-tile.ts';

const tileNodeNotFoundMessage = 'There is no such node of a tile that you may see.';

/** GET /tile/{tile_id}/node/{node_id}, the URI of a node of a tile in JSON-LD. */
export const handler = createDataHandler({
  id: 'see-tile-node',
  method: 'GET',
  path: '/tile/{tile_id}/node/{node_id}',
  summary: 'Redirects from the URI of a node of a tile to its resource instance',
  access: 'secured',
  capability: 'read',
  parameters: z.object({}),
  responses: {
    303: 'Redirect to the resource instance.',
    404: 'There is no such node of a tile that the caller may see.',
  },
  handle: async function handleSeeTileNode({ path, caller }, { read, settings }) {
    const tileId = parseTileId(uuidOrNilUuid(path.tile_id));
    const nodeId = parseNodeId(uuidOrNilUuid(path.node_id));
    const query = findResourceOfTileNode(caller, tileId, nodeId);
    const { mayReadSomething, resourceId } = await read(query);
    if (resourceId === null)
      throw notVisibleError(caller, mayReadSomething, tileNodeNotFoundMessage);
    return redirectTo(`${settings.baseUrl}/resources/${resourceId}`);
  },
});
