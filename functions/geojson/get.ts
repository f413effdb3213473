import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { getFeatures, tooManyFeaturesHint } from '../../lib/http/geojson/get-features.ts';
import { featureParameters } from '../../lib/http/geojson/feature-parameters.ts';
import { featureFormats } from '../../lib/http/negotiation/formats.ts';

/** GET /geojson: the geometries of resource instances. */
export const handler = createStreamingHandler({
  id: 'get-geojson',
  method: 'GET',
  path: '/geojson',
  summary: 'Geometries of resource instances as a GeoJSON FeatureCollection',
  description: descriptions.conditionsOnFeatures,
  access: 'optional-token',
  capability: 'read',
  conditions: 'followed',
  timeout: 900,
  isStreamed: true,
  tooLargeHint: tooManyFeaturesHint,
  formats: featureFormats,
  ignoresUnknownAccept: true,
  parameters: featureParameters,
  responses: {
    200: {
      description: descriptions.features,
      body: 'featureCollection',
      headers: ['Link', 'OGC-NumberMatched'],
    },
    304: `${descriptions.notModified} Only for responses that are not streamed.`,
    404: descriptions.projectNotFound,
    413: descriptions.tooManyFeatures,
  },
  handle: getFeatures,
});
