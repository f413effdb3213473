import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { requireTileMatrixSet } from '../../lib/http/map-tiles/require-tile-matrix-set.ts';
import { tilesetMetadataParameters } from '../../lib/http/map-tiles/map-tile-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { jsonType } from '../../lib/serializers/ogc/link.ts';
import { webMercatorQuadDocument } from '../../lib/serializers/ogc/tile-matrix-set.ts';

/** GET /ogc/tileMatrixSets/{tileMatrixSetId} (OGC 17-083r4). */
export const handler = createHandlerWithoutDatabase({
  id: 'get-tile-matrix-set',
  method: 'GET',
  path: '/ogc/tileMatrixSets/{tileMatrixSetId}',
  summary: 'A tile matrix set',
  access: 'ignores-token',
  capability: 'none',
  refusesUnknownParameters: true,
  formats: ['json'],
  parameters: tilesetMetadataParameters,
  responses: {
    200: { description: 'The tile matrix set.', body: 'tileMatrixSetBody' },
    304: descriptions.notModified,
    404: 'There is no such tile matrix set.',
  },
  handle: async function handleGetTileMatrixSet({ parameters, path }) {
    requireTileMatrixSet(path.tileMatrixSetId);
    return ogcResponse(jsonType, JSON.stringify(webMercatorQuadDocument), [], parameters.indent);
  },
});
