import { signAccessToken, type AccessTokenClaims } from '../identity/access-token.ts';
import type { Scope } from '../model/accounts/scope.ts';
import { loadSigningKey } from '../identity/signing-key.ts';
import { createSecrets, type Secrets } from '../secrets/client.ts';
import type { Settings } from '../settings.ts';

/** What was granted, from which an access token is made. */
export type TokenGrant = AccessTokenClaims & { readonly refreshToken?: string };

let secretsOfProcess: Secrets | undefined;

/** Signs the access token of a grant. @throws NoSigningKey when the service has no key to sign with */
export async function issueAccessToken(
  grant: AccessTokenClaims,
  settings: Settings,
): Promise<string> {
  const { signingKeySecret, region, secretsEndpoint, baseUrl, tokenSeconds } = settings;
  if (signingKeySecret === undefined) {
    throw new Error('HDS_SIGNING_KEY_SECRET is needed to sign access tokens.');
  }
  secretsOfProcess ??= createSecrets({ region, endpoint: secretsEndpoint });
  const key = await loadSigningKey(secretsOfProcess, signingKeySecret);
  return signAccessToken(grant, key, baseUrl, tokenSeconds);
}

/** Seconds for which something of a grant is good. */
export function tokenFamilySeconds(settings: Settings, hasRefreshToken: boolean): number {
  const { tokenSeconds, refreshTokenSeconds } = settings;
  return hasRefreshToken ? Math.max(tokenSeconds, refreshTokenSeconds) : tokenSeconds;
}

/** What a grant gives when no scope is asked for. */
export const allScopes: readonly Scope[] = ['read', 'write'];
