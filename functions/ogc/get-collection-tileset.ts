import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { requireTileMatrixSet } from '../../lib/http/map-tiles/require-tile-matrix-set.ts';
import { tilesetParameters } from '../../lib/http/map-tiles/map-tile-parameters.ts';
import { collectionTileset, tilesetResponse } from '../../lib/http/map-tiles/tileset-response.ts';
import { collectionNotFoundError } from '../../lib/http/ogc/ogc-response.ts';
import { listCollections } from '../../lib/queries/ogc/collections.ts';

/** GET /ogc/collections/{collectionId}/tiles/{tileMatrixSetId} (OGC API Tiles part 1, requirements class "Tileset"). */
export const handler = createDataHandler({
  id: 'get-ogc-collection-tileset',
  method: 'GET',
  path: '/ogc/collections/{collectionId}/tiles/{tileMatrixSetId}',
  summary: 'The vector tiles of a layer, with their zooms',
  access: 'optional-token',
  capability: 'read',
  refusesUnknownParameters: true,
  formats: ['json', 'tilejson'],
  parameters: tilesetParameters,
  responses: {
    200: { description: 'The tileset.', body: 'tilesetOrTileJson', headers: ['Link'] },
    304: descriptions.notModified,
    404: 'There is no such collection that the caller may read, or no such tile matrix set.',
  },
  handle: async function handleGetOgcCollectionTileset(
    { path, caller, ...request },
    { read, settings },
  ) {
    requireTileMatrixSet(path.tileMatrixSetId);
    const { collections, columns } = await read(
      listCollections(caller, path.collectionId, 'tileset'),
    );
    const [collection] = collections;
    if (collection === undefined) throw collectionNotFoundError();
    const tileset = collectionTileset(collection, settings.baseUrl);
    const layers = [{ id: path.collectionId, title: collection.description, columns }];
    return tilesetResponse(tileset, layers, request);
  },
});
