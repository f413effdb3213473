import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { tilesetMetadataParameters } from '../../lib/http/map-tiles/map-tile-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { jsonType } from '../../lib/serializers/ogc/link.ts';
import { tileMatrixSetsDocument } from '../../lib/serializers/ogc/tile-matrix-set.ts';

/** GET /ogc/tileMatrixSets (OGC 17-083r4; OGC API Tiles part 1, section 6.2). */
export const handler = createHandlerWithoutDatabase({
  id: 'list-tile-matrix-sets',
  method: 'GET',
  path: '/ogc/tileMatrixSets',
  summary: 'The tile matrix sets of the vector tiles',
  access: 'ignores-token',
  capability: 'none',
  refusesUnknownParameters: true,
  formats: ['json'],
  parameters: tilesetMetadataParameters,
  responses: {
    200: { description: 'The tile matrix sets.', body: 'tileMatrixSetsBody' },
    304: descriptions.notModified,
  },
  handle: async function handleListTileMatrixSets({ parameters }, { settings }) {
    const text = JSON.stringify(tileMatrixSetsDocument(settings.baseUrl));
    return ogcResponse(jsonType, text, [], parameters.indent);
  },
});
