import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { getFeatures, tooManyFeaturesAdvice } from '../../lib/http/geojson/get-features.ts';
import { featureParameters } from '../../lib/http/geojson/feature-parameters.ts';
import { featureFormats } from '../../lib/http/negotiation/formats.ts';

/** POST /geojson: the features of GET, by parameters of a form or a JSON object. */
export const handler = createStreamingHandler({
  id: 'query-geojson',
  method: 'POST',
  path: '/geojson',
  summary: 'The same as GET, for parameters that are too long for a query',
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
      description: 'A FeatureCollection, or one feature a line.',
      body: 'featureCollection',
      headers: ['Link', 'OGC-NumberMatched'],
    },
    400: 'A parameter breaks its rule, or the body cannot be read.',
    404: 'There is no mobile project with this id to which the caller is invited.',
    413: 'There are too many features for one answer: pages give them in pieces, an export job all.',
  },
  handle: getFeatures,
});
