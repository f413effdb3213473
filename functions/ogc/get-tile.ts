import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  respondWithMapTile,
  mapTileNotFoundError,
} from '../../lib/http/map-tiles/map-tile-response.ts';
import { requireTileMatrixSet } from '../../lib/http/map-tiles/require-tile-matrix-set.ts';
import {
  mapTileParameters,
  mapTileResponses,
} from '../../lib/http/map-tiles/map-tile-parameters.ts';
import { parseMapTilePosition } from '../../lib/model/map-tiles/map-tile-position.ts';
import { nameModelLayer } from '../../lib/serializers/ogc/tileset.ts';

/** GET /ogc/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol} (OGC API Tiles part 1, requirements class "Core"). */
export const handler = createDataHandler({
  id: 'get-ogc-tile',
  method: 'GET',
  path: '/ogc/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}',
  summary: 'A vector tile of all that the caller may see',
  description: descriptions.conditionsOnMapTile,
  access: 'optional-token',
  capability: 'read',
  conditions: 'followed-from-query',
  refusesUnknownParameters: true,
  formats: ['mvt'],
  ignoresUnknownAccept: true,
  parameters: mapTileParameters,
  responses: mapTileResponses,
  handle: async function handleGetOgcTile({ path, ...request }, context) {
    requireTileMatrixSet(path.tileMatrixSetId);
    return respondWithMapTile(request, context, {
      position: parseMapTilePosition(path.tileMatrix, path.tileCol, path.tileRow),
      nodeId: null,
      collectionId: null,
      nameLayer: nameModelLayer,
      createNotVisibleError: mapTileNotFoundError,
      emptyStatus: 204,
    });
  },
});
