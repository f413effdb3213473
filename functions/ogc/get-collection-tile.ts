import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { respondWithMapTile } from '../../lib/http/map-tiles/map-tile-response.ts';
import { requireTileMatrixSet } from '../../lib/http/map-tiles/require-tile-matrix-set.ts';
import {
  mapTileParameters,
  mapTileResponses,
} from '../../lib/http/map-tiles/map-tile-parameters.ts';
import { collectionNotFoundError } from '../../lib/http/ogc/ogc-response.ts';
import { parseMapTilePosition } from '../../lib/model/map-tiles/map-tile-position.ts';

/** GET /ogc/collections/{collectionId}/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol} (OGC API Tiles part 1, requirements class "Core"). */
export const handler = createDataHandler({
  id: 'get-ogc-collection-tile',
  method: 'GET',
  path: '/ogc/collections/{collectionId}/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}',
  summary: 'A vector tile of a layer',
  description: descriptions.conditionsOnMapTile,
  access: 'optional-token',
  capability: 'read',
  conditions: 'followed-from-query',
  refusesUnknownParameters: true,
  formats: ['mvt'],
  ignoresUnknownAccept: true,
  parameters: mapTileParameters,
  responses: mapTileResponses,
  handle: async function handleGetOgcCollectionTile({ path, ...request }, context) {
    requireTileMatrixSet(path.tileMatrixSetId);
    return respondWithMapTile(request, context, {
      position: parseMapTilePosition(path.tileMatrix, path.tileCol, path.tileRow),
      nodeId: null,
      collectionId: path.collectionId,
      nameLayer: () => path.collectionId,
      createNotVisibleError: collectionNotFoundError,
      emptyStatus: 204,
    });
  },
});
