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
      description: 'A FeatureCollection, or one feature a line.',
      body: 'featureCollection',
      headers: ['Link', 'OGC-NumberMatched'],
    },
    304: 'It is what the caller has already; said of answers that are not sent piece by piece.',
    404: 'There is no mobile project with this id to which the caller is invited.',
    413: 'There are too many features for one answer: pages give them in pieces, an export job all.',
  },
  handle: getFeatures,
});
