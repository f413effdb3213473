import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { requireTileMatrixSet } from '../../lib/http/map-tiles/require-tile-matrix-set.ts';
import { tilesetParameters } from '../../lib/http/map-tiles/map-tile-parameters.ts';
import {
  completeTileset,
  modelLayers,
  tilesetResponse,
} from '../../lib/http/map-tiles/tileset-response.ts';
import { withHeaders } from '../../lib/http/responses/response.ts';
import { listMapTileModels } from '../../lib/queries/map-tiles/map-tile-models.ts';

/** GET /ogc/tiles/{tileMatrixSetId} (OGC API Tiles part 1, requirements class "Tileset"). */
export const handler = createDataHandler({
  id: 'get-ogc-tileset',
  method: 'GET',
  path: '/ogc/tiles/{tileMatrixSetId}',
  summary: 'The vector tiles of all that the caller may see, with a layer for each model',
  access: 'optional-token',
  capability: 'read',
  refusesUnknownParameters: true,
  formats: ['json', 'tilejson'],
  parameters: tilesetParameters,
  responses: {
    200: { description: 'The tileset.', body: 'tilesetOrTileJson', headers: ['Link'] },
    304: descriptions.notModified,
    404: 'There is no such tile matrix set.',
  },
  handle: async function handleGetOgcTileset({ path, caller, ...request }, { read, settings }) {
    requireTileMatrixSet(path.tileMatrixSetId);
    const { models, extent } = await read(listMapTileModels(caller));
    const layers = modelLayers(models, request.languages);
    const tileset = completeTileset(settings.baseUrl, extent);
    return withHeaders(tilesetResponse(tileset, layers, request), { Vary: 'Accept-Language' });
  },
});
