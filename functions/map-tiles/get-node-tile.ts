import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { respondWithMapTile } from '../../lib/http/map-tiles/map-tile-response.ts';
import {
  nodeMapTileResponses,
  mapTileParameters,
} from '../../lib/http/map-tiles/map-tile-parameters.ts';
import { NotFound } from '../../lib/errors.ts';
import { parseMapTilePosition } from '../../lib/model/map-tiles/map-tile-position.ts';

/** GET /mvt/{nodeid}/{zoom}/{x}/{y}, for clients of Arches, which add `.pbf`. As in Arches, an empty tile is a 404, like an unknown node. */
export const handler = createDataHandler({
  id: 'get-node-tile',
  method: 'GET',
  path: '/mvt/{nodeid}/{zoom}/{x}/{y}',
  summary: 'A vector tile of a geometry node',
  description: descriptions.conditionsOnMapTile,
  access: 'optional-token',
  capability: 'read',
  conditions: 'followed-from-query',
  formats: ['mvt'],
  ignoresUnknownAccept: true,
  parameters: mapTileParameters,
  responses: nodeMapTileResponses,
  handle: async function handleGetNodeTile({ path, ...request }, context) {
    return respondWithMapTile(request, context, {
      position: parseMapTilePosition(path.zoom, path.x, path.y.replace(/\.pbf$/, '')),
      nodeId: uuidOrNilUuid(path.nodeid),
      collectionId: null,
      nameLayer: ({ nodeId }) => nodeId,
      createNotVisibleError: () =>
        new NotFound(
          'The tile is empty, or there is no geometry node with this id that you may read.',
        ),
      emptyStatus: 404,
    });
  },
});
