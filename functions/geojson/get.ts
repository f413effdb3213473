import * as sentences from '../../lib/http/description/sentences.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { getFeatures, tooManyFeaturesAdvice } from '../../lib/http/geojson/get-features.ts';
import { featureParameters } from '../../lib/http/geojson/feature-parameters.ts';
import { featureFormats } from '../../lib/http/negotiation/formats.ts';

/** GET /geojson (specification). */
export const handler = createStreamingHandler({
  id: 'get-geojson',
  method: 'GET',
  path: '/geojson',
  summary: 'Geometries of resource instances as a GeoJSON FeatureCollection',
  access: 'open',
  capability: 'statements',
  timeout: 900,
  isStreamed: true,
  tooLargeAdvice: tooManyFeaturesAdvice,
  formats: featureFormats,
  ignoresUnknownAccept: true,
  parameters: featureParameters,
  responses: {
    200: {
      description: sentences.features,
      body: 'featureCollection',
      headers: ['Link', 'OGC-NumberMatched'],
    },
    304: `${sentences.notModified} Only for responses that are not streamed.`,
    404: sentences.unknownProject,
    413: sentences.tooManyFeatures,
  },
  handle: getFeatures,
});
