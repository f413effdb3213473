import { readPublicKeys } from '../../lib/identity/public-keys.ts';
import { json, withHeaders } from '../../lib/http/answers/answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

/** GET /.well-known/jwks.json (RFC 7517) */
export const handler = endpoint({
  id: 'public-keys',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys by which access tokens are checked (RFC 7517)',
  access: 'public',
  capability: 'statements',
  parameters: onlyIndent,
  responses: { 200: { meaning: 'The JSON Web Key Set.', body: 'keySet' } },
  handle: async (_request, { data }) =>
    withHeaders(json({ keys: await readPublicKeys(data) }), {
      'Cache-Control': 'public, max-age=300',
    }),
});
