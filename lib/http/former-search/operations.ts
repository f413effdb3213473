import * as z from 'zod';

import * as descriptions from '../description/descriptions.ts';
import { exportParameters, pageParameters, searchParameters } from './search-parameters.ts';

/** What all addresses of searches in the layout of the reference platform have in common. */
const streamed = {
  access: 'optional-token',
  capability: 'read',
  timeout: 900,
  isStreamed: true,
  errorFormat: 'former-search',
} as const;

/** What GET and POST of a page of hits have in common. */
export const searchOperation = {
  ...streamed,
  parameters: z.object({ ...searchParameters, ...pageParameters }),
} as const;

/** What all exports have in common. */
export const exportOperation = {
  ...streamed,
  scope: 'read',
  parameters: z.object({ ...searchParameters, ...exportParameters }),
  responses: {
    200: {
      description:
        'All that are found. Geometries belong to features, values of several tiles are joined.',
      body: { 'application/geo+json': 'formerSearchFeatures', 'text/csv': 'text' },
    },
    400: descriptions.invalidParameterOrBody,
  },
} as const;
