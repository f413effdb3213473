import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { collectionTileset } from '../../lib/http/map-tiles/tileset-response.ts';
import { tilesetMetadataParameters } from '../../lib/http/map-tiles/map-tile-parameters.ts';
import { collectionNotFoundError, ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { listCollections } from '../../lib/queries/ogc/collections.ts';
import { tilesetsDocument } from '../../lib/serializers/ogc/tileset.ts';

/** GET /ogc/collections/{collectionId}/tiles (OGC API Tiles part 1, requirements classes "Tilesets list" and "Geodata tilesets"). */
export const handler = createDataHandler({
  id: 'list-ogc-collection-tilesets',
  method: 'GET',
  path: '/ogc/collections/{collectionId}/tiles',
  summary: 'The vector tiles of a layer',
  access: 'optional-token',
  capability: 'read',
  refusesUnknownParameters: true,
  formats: ['json'],
  parameters: tilesetMetadataParameters,
  responses: {
    200: { description: 'The tilesets.', body: 'tilesetsBody', headers: ['Link'] },
    304: descriptions.notModified,
    404: 'There is no such collection that the caller may read.',
  },
  handle: async function handleListOgcCollectionTilesets(
    { parameters, path, caller, mediaType },
    { read, settings },
  ) {
    const { collections } = await read(listCollections(caller, path.collectionId));
    const [collection] = collections;
    if (collection === undefined) throw collectionNotFoundError();
    const document = tilesetsDocument(collectionTileset(collection, settings.baseUrl));
    return ogcResponse(mediaType, JSON.stringify(document), document.links, parameters.indent);
  },
});
