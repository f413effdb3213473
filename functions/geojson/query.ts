import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { getFeatures, tooManyFeaturesHint } from '../../lib/http/geojson/get-features.ts';
import { featureParameters } from '../../lib/http/geojson/feature-parameters.ts';
import { featureFormats } from '../../lib/http/negotiation/formats.ts';

/** POST /geojson: like GET, with parameters in a form or a JSON object. */
export const handler = createStreamingHandler({
  id: 'query-geojson',
  method: 'POST',
  path: '/geojson',
  summary: 'Like GET, for parameters that are too long for a query',
  description: descriptions.conditionsOnFeatures,
  access: 'optional-token',
  capability: 'read',
  conditions: 'followed',
  scope: 'read',
  timeout: 900,
  isStreamed: true,
  tooLargeHint: tooManyFeaturesHint,
  formats: featureFormats,
  ignoresUnknownAccept: true,
  parameters: featureParameters,
  parametersInBody: true,
  responses: {
    200: {
      description: descriptions.features,
      body: 'featureCollection',
      headers: ['Link', 'OGC-NumberMatched'],
    },
    400: descriptions.invalidParameterOrBody,
    404: descriptions.projectNotFound,
    413: descriptions.tooManyFeatures,
  },
  handle: getFeatures,
});
