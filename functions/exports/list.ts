import { json, noStore, withHeaders } from '../../lib/http/answers/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { listedExports } from '../../lib/queries/exports/fetchable-exports.ts';
import { exportList } from '../../lib/serializers/exports/export-list.ts';

/** GET /exports. Administrators see of all exports that they are there. */
export const handler = endpoint({
  id: 'list-exports',
  method: 'GET',
  path: '/exports',
  summary: 'The exports that the caller may fetch',
  access: 'secured',
  capability: 'statements',
  parameters: onlyIndent,
  responses: {
    200: { meaning: 'The exports, with the last file of each.', body: 'exportList' },
  },
  handle: async ({ caller }, { read, settings }) => {
    const exports = await read(listedExports(caller));
    if (caller === null && exports.length === 0) throw new AuthenticationRequired();
    return withHeaders(json(exportList(exports, settings.baseUrl)), noStore);
  },
});
