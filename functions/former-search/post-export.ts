import { formerExportResponse } from '../../lib/http/former-search/export-response.ts';
import { exportOperation } from '../../lib/http/former-search/operations.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';

/** POST /search/export_results: all resource instances of a search of the reference platform. */
export const handler = createStreamingHandler({
  ...exportOperation,
  id: 'post-former-search-export',
  method: 'POST',
  path: '/search/export_results',
  summary: 'All resource instances of a search of Arches, as a table, or features',
  parametersInBody: true,
  handle: async function handlePostFormerSearchExport(request, context) {
    return formerExportResponse(request, context, 'tilecsv');
  },
});
