import { formerExportResponse } from '../../lib/http/former-search/export-response.ts';
import { exportOperation } from '../../lib/http/former-search/operations.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';

/** GET /api/search/export_results: all resource instances of a search of the reference platform. */
export const handler = createStreamingHandler({
  ...exportOperation,
  id: 'get-former-search-export-features',
  method: 'GET',
  path: '/api/search/export_results',
  summary: 'All resource instances of a search of Arches, as features, or a table',
  handle: async function handleGetFormerSearchExportFeatures(request, context) {
    return formerExportResponse(request, context, 'geojson');
  },
});
