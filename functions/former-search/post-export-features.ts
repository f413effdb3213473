import { formerExportResponse } from '../../lib/http/former-search/export-response.ts';
import { exportOperation } from '../../lib/http/former-search/operations.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';

/** POST /api/search/export_results: all resource instances of a search of the reference platform. */
export const handler = createStreamingHandler({
  ...exportOperation,
  id: 'post-former-search-export-features',
  method: 'POST',
  path: '/api/search/export_results',
  summary: 'All resource instances of a search of Arches, as features, or a table',
  parametersInBody: true,
  handle: async function handlePostFormerSearchExportFeatures(request, context) {
    return formerExportResponse(request, context, 'geojson');
  },
});
