import { signAccessToken, type AccessTokenClaims } from '../identity/access-token.ts';
import type { Scope } from '../model/accounts/scope.ts';
import { loadSigningKey } from '../identity/signing-key.ts';
import { createSecrets } from '../secrets/client.ts';
import { oncePerProcess } from '../once-per-process.ts';
import type { Settings } from '../settings.ts';

/** The result of a grant: the claims of the access token, and the refresh token if there is one. */
export type TokenGrant = AccessTokenClaims & { readonly refreshToken?: string };

type SigningSettings = Pick<
  Settings,
  'region' | 'secretsEndpoint' | 'signingKeySecret' | 'baseUrl' | 'tokenSeconds'
>;

const openSecrets = oncePerProcess(({ region, secretsEndpoint: endpoint }: SigningSettings) =>
  createSecrets({ region, endpoint }),
);

/**
 * Signs an access token with the claims of a grant.
 * @param seconds its lifetime, if it is not that of the settings
 * @throws NoSigningKey
 */
export async function issueAccessToken(
  claims: AccessTokenClaims,
  settings: SigningSettings,
  seconds = settings.tokenSeconds,
): Promise<string> {
  const { signingKeySecret, baseUrl } = settings;
  if (signingKeySecret === undefined) {
    throw new Error('Set HDS_SIGNING_KEY_SECRET: access tokens cannot be signed without it.');
  }
  const key = await loadSigningKey(openSecrets(settings), signingKeySecret);
  return signAccessToken(claims, key, baseUrl, seconds);
}

/** The scopes of a grant if none are requested. */
export const allScopes: readonly Scope[] = ['read', 'write'];
