import { jsonResponse, noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { listExports } from '../../lib/queries/exports/fetchable-exports.ts';
import { exportListDocument } from '../../lib/serializers/exports/export-list.ts';

/** GET /exports. Administrators see all exports. */
export const handler = createDataHandler({
  id: 'list-exports',
  method: 'GET',
  path: '/exports',
  summary: 'The exports that the caller may fetch',
  access: 'secured',
  capability: 'read',
  parameters: indentOnlyParameters,
  responses: {
    200: { description: 'The exports, each with its latest file.', body: 'exportList' },
  },
  handle: async function handleListExports({ caller }, { read, settings }) {
    const exports = await read(listExports(caller));
    if (caller === null && exports.length === 0) throw new AuthenticationRequired();
    return withHeaders(jsonResponse(exportListDocument(exports, settings.baseUrl)), noStoreHeaders);
  },
});
