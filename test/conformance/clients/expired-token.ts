import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';

import { localSigningKeySecretArn } from '../../../infra/local/data-api/local-names.ts';
import { parsePrivateJwk } from '../../../lib/identity/signing-key.ts';
import type { TestService } from '../../support/service.ts';

/** Creates an access token that is like the given token, but has expired. */
export async function createExpiredToken(
  { secrets }: Pick<TestService, 'secrets'>,
  token: string,
): Promise<string> {
  const key = parsePrivateJwk(await secrets.read(localSigningKeySecretArn));
  if (key === undefined) throw new Error('The service has no signing key.');
  const { alg = '', ...header } = decodeProtectedHeader(token);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...decodeJwt(token), iat: now - 120, exp: now - 60 })
    .setProtectedHeader({ alg, ...header })
    .sign(await importJWK(key, alg));
}
