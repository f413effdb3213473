import { readPublicKeys } from '../../lib/identity/public-keys.ts';
import { jsonResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';

/** GET /.well-known/jwks.json (RFC 7517) */
export const handler = createDataHandler({
  id: 'public-keys',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys that verify access tokens (RFC 7517)',
  access: 'ignores-token',
  capability: 'read',
  parameters: indentOnlyParameters,
  responses: { 200: { description: 'The JSON Web Key Set.', body: 'keySet' } },
  handle: async function handlePublicKeys(_request, { dataApi }) {
    return withHeaders(jsonResponse({ keys: await readPublicKeys(dataApi) }), {
      'Cache-Control': 'public, max-age=300',
    });
  },
});
