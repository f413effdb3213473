import { randomUUID } from 'node:crypto';

import {
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
} from 'jose';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import type { PrivateJwk } from '../../../lib/identity/signing-key.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { int, sql } from '../../../lib/data-api/sql.ts';
import { changePassword, deactivateAccount } from '../../../infra/cli/accounts/queries/accounts.ts';
import {
  deleteApplication,
  listApplications,
} from '../../../lib/queries/applications/applications.ts';
import { publishSigningKey, removeSigningKey } from '../../../lib/queries/tokens/signing-keys.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import type { TestService } from '../../support/service.ts';
import { createCallerWithToken, type RouteCaller } from './caller.ts';

/** Ends the validity of a token. */
type EndToken = (tokens: {
  readonly username: string;
  readonly account: number;
  readonly accessToken: string;
  readonly refreshToken: string;
}) => Promise<unknown>;

/**
 * Callers whose tokens are no longer valid. Each caller has its own account, which may read.
 * @param jwk the private key of the service
 */
export async function createFormerCallers(
  service: TestService,
  jwk: PrivateJwk,
): Promise<readonly RouteCaller[]> {
  const { dataApi } = service.stack;
  const owner = await createTestAccount(service, 'owner');
  const { clientId } = await createTestApplication(service, owner);
  const revoke = (token: string): Promise<Response> =>
    postForm(service, '/o/revoke_token', { token, client_id: clientId });
  const refresh = (token: string): Promise<Response> =>
    postForm(service, '/o/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: clientId,
    });

  const endings: Readonly<Record<string, EndToken>> = {
    'revoked by itself': ({ accessToken }) => revoke(accessToken),
    'revoked by its refresh token': ({ refreshToken }) => revoke(refreshToken),
    'refresh token used twice': async (tokens) => {
      await refresh(tokens.refreshToken);
      await refresh(tokens.refreshToken);
    },
    'account deactivated': ({ username }) => dataApi.write(deactivateAccount(username)),
    'account deleted': ({ account }) =>
      dataApi.write(sql`delete from account
where account_id = ${int(account)}`),
    'password changed': async ({ username }) =>
      dataApi.write(changePassword(username, await hashPassword('another password'))),
  };

  const callers: RouteCaller[] = [];
  for (const [name, end] of Object.entries(endings)) {
    const account = await createTestAccount(service, name, { groups: ['Resource Exporter'] });
    const { access_token: accessToken, refresh_token: refreshToken } = await fetchTokens(
      service,
      name,
      clientId,
    );
    await end({ username: name, account, accessToken, refreshToken });
    callers.push(createCallerWithToken(name, 'a token that is no longer valid', accessToken));
  }
  return [
    ...callers,
    ...(await createCallersOfDeletedApplication(service, owner)),
    ...(await createCallersOfRemovedKey(service, clientId)),
    ...(await createCallersWithWrongFamily(service, clientId, jwk)),
  ];
}

async function createCallersOfDeletedApplication(
  service: TestService,
  owner: number,
): Promise<readonly RouteCaller[]> {
  const { dataApi } = service.stack;
  const { clientId } = await createTestApplication(service, owner);
  await createTestAccount(service, 'application deleted', { groups: ['Resource Exporter'] });
  const { access_token: token } = await fetchTokens(service, 'application deleted', clientId);
  const applications = await runQuery(dataApi.read, listApplications());
  const application = applications.find((candidate) => candidate.clientId === clientId);
  await runQuery(dataApi.write, deleteApplication(owner, application?.applicationId ?? ''));
  return [createCallerWithToken('application deleted', 'a token that is no longer valid', token)];
}

/** Callers with a token whose signing key the service cached and then removed. */
async function createCallersOfRemovedKey(
  service: TestService,
  clientId: string,
): Promise<readonly RouteCaller[]> {
  await createTestAccount(service, 'key removed', { groups: ['Resource Exporter'] });
  const { access_token: token } = await fetchTokens(service, 'key removed', clientId);
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const keyId = await calculateJwkThumbprint(publicKey);
  const { dataApi } = service.stack;
  await dataApi.write(publishSigningKey(keyId, JSON.stringify(await exportJWK(publicKey))));
  const signedToken = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keyId })
    .sign(privateKey);
  const before = await service.fetch('/resources/?limit=1', { headers: bearerHeader(signedToken) });
  if (before.status !== 200) throw new Error(`The second key was answered ${before.status}.`);
  await dataApi.write(removeSigningKey(keyId));
  return [createCallerWithToken('key removed', 'a token that is no longer valid', signedToken)];
}

/** Callers whose tokens have a valid signature, but a token family that does not exist or that belongs to another account. */
async function createCallersWithWrongFamily(
  service: TestService,
  clientId: string,
  jwk: PrivateJwk,
): Promise<readonly RouteCaller[]> {
  const otherAccount = await createTestAccount(service, 'somebody else', {
    groups: ['Resource Exporter'],
  });
  await createTestAccount(service, 'no family', { groups: ['Resource Exporter'] });
  const { access_token: token } = await fetchTokens(service, 'no family', clientId);
  const key = await importJWK(jwk, 'ES256');
  const sign = (changedClaims: Readonly<Record<string, string>>): Promise<string> =>
    new SignJWT({ ...decodeJwt(token), ...changedClaims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid })
      .sign(key);
  const tokenKind = 'a token that is no longer valid';
  return [
    createCallerWithToken('unknown family', tokenKind, await sign({ token_family: randomUUID() })),
    createCallerWithToken(
      'family of another account',
      tokenKind,
      await sign({ sub: String(otherAccount) }),
    ),
  ];
}
