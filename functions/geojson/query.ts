import * as sentences from '../../lib/http/description/sentences.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { getFeatures, tooManyFeaturesAdvice } from '../../lib/http/geojson/get-features.ts';
import { featureParameters } from '../../lib/http/geojson/feature-parameters.ts';
import { featureFormats } from '../../lib/http/negotiation/formats.ts';

/** POST /geojson: like GET, with parameters in a form or a JSON object. */
export const handler = createStreamingHandler({
  id: 'query-geojson',
  method: 'POST',
  path: '/geojson',
  summary: 'Like GET, for parameters that are too long for a query',
  access: 'open',
  capability: 'statements',
  scope: 'read',
  timeout: 900,
  isStreamed: true,
  tooLargeAdvice: tooManyFeaturesAdvice,
  formats: featureFormats,
  ignoresUnknownAccept: true,
  parameters: featureParameters,
  parametersInBody: true,
  responses: {
    200: {
      description: sentences.features,
      body: 'featureCollection',
      headers: ['Link', 'OGC-NumberMatched'],
    },
    400: sentences.invalidParameterOrBody,
    404: sentences.unknownProject,
    413: sentences.tooManyFeatures,
  },
  handle: getFeatures,
});
