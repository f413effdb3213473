import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { completeTileset } from '../../lib/http/map-tiles/tileset-response.ts';
import { tilesetMetadataParameters } from '../../lib/http/map-tiles/map-tile-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { jsonType } from '../../lib/serializers/ogc/link.ts';
import { tilesetsDocument } from '../../lib/serializers/ogc/tileset.ts';

/** GET /ogc/tiles (OGC API Tiles part 1, requirements classes "Tilesets list" and "Dataset tilesets"). */
export const handler = createHandlerWithoutDatabase({
  id: 'list-ogc-tilesets',
  method: 'GET',
  path: '/ogc/tiles',
  summary: 'The vector tiles of all that the caller may see',
  access: 'ignores-token',
  capability: 'none',
  refusesUnknownParameters: true,
  formats: ['json'],
  parameters: tilesetMetadataParameters,
  responses: {
    200: { description: 'The tilesets.', body: 'tilesetsBody', headers: ['Link'] },
    304: descriptions.notModified,
  },
  handle: async function handleListOgcTilesets({ parameters }, { settings }) {
    const document = tilesetsDocument(completeTileset(settings.baseUrl));
    return ogcResponse(jsonType, JSON.stringify(document), document.links, parameters.indent);
  },
});
