import { randomUUID } from 'node:crypto';

import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { SessionEnded } from '../identity/errors.ts';
import { hashRandomSecret } from '../identity/random-secrets.ts';
import { readSession } from '../identity/session.ts';
import { signIn } from '../identity/sign-in.ts';
import type { Log } from '../log.ts';
import { formatScope, type Scope } from '../model/accounts/scope.ts';
import { grantSessionToken } from '../queries/tokens/grant-session-token.ts';
import type { TokenGrant } from './issue-access-token.ts';

/** The lifetime of a token for the page of operations. */
export const docsTokenSeconds = 5 * 60;

/** The client id in these tokens and in the security log. There is no application with it. */
const docsClientId = 'docs';

/** A request of a browser that is signed in. */
export type DocsTokenRequest = {
  /** The value of the session cookie. */
  readonly sessionSecret: string;
  /** The password of the account, which a token needs that can write; undefined for a token that only reads. */
  readonly password: string | undefined;
  readonly sourceAddress: string;
};

type GrantContext = { readonly dataApi: DataApi; readonly log: Log };

/**
 * Grants a browser an access token of five minutes, which ends with its session. For one that can write, the account signs in again, so the
 * limits of sign-ins apply. There is no refresh token.
 * @rule Sign-in and tokens: Who gets a token from the session of a browser, and what can it do?
 * @throws SessionEnded, WrongCredentials, TooManyAttempts
 */
export async function grantDocsToken(
  context: GrantContext,
  request: DocsTokenRequest,
): Promise<TokenGrant> {
  const tokenFamilyId = randomUUID();
  const scope: readonly Scope[] = request.password === undefined ? ['read'] : ['read', 'write'];
  const sessionHash = hashRandomSecret(request.sessionSecret);
  const tokens = { tokenFamilyId, scope, sessionHash, seconds: docsTokenSeconds };
  const accountId =
    request.password === undefined
      ? await runQuery(context.dataApi.write, grantSessionToken(tokens))
      : await signInAgain(context, request, request.password, tokens);
  if (accountId === undefined) throw new SessionEnded();
  context.log.security('docs-token', {
    outcome: 'success',
    account: accountId,
    client: docsClientId,
    scope: formatScope(scope),
  });
  return { accountId, clientId: docsClientId, scope, tokenFamilyId };
}

/** @returns the account id; undefined if the session has ended */
async function signInAgain(
  context: GrantContext,
  { sessionSecret, sourceAddress }: DocsTokenRequest,
  password: string,
  tokens: Parameters<typeof grantSessionToken>[0],
): Promise<number | undefined> {
  const session = await readSession(context.dataApi, sessionSecret);
  if (session === undefined) return undefined;
  const credentials = { name: session.username, password };
  const { accountId } = await signIn(
    context,
    credentials,
    { sourceAddress, clientId: null },
    { kind: 'tokens', clientId: null, refreshTokenHash: null, ...tokens },
  );
  return accountId;
}
