import { localSigningKeySecretArn } from '../../infra/local/data-api/local-names.ts';
import { ensureSigningKey } from '../../infra/cli/signing-keys.ts';
import { hashPassword } from '../../lib/identity/passwords/hash.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import { createSecrets } from '../../lib/secrets/client.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import {
  createTestAccount,
  createTestApplication,
  testPassword,
  postForm,
  fetchTokens,
  type TestApplication,
} from '../support/accounts.ts';
import type { TestStack } from '../support/stack.ts';
import { configureFunctions, secretsOptions } from './environment.ts';
import type { Figure } from './figure.ts';
import { connectionCount, measureWork, type LoadResult } from './load.ts';
import { benchRefusals } from './refusals.ts';
import { benchVerification } from './verification.ts';

type TokenService = {
  readonly stack: TestStack;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly usernames: readonly string[];
  readonly application: TestApplication;
  readonly confidentialApplication: TestApplication;
};

/**
 * Measures sign-ins at the packaged service behind the emulated gateway, and how much longer requests with a token take.
 * It creates the accounts and applications.
 */
export async function benchTokens(stack: TestStack, kind: string): Promise<readonly Figure[]> {
  configureFunctions(stack);
  await ensureSigningKey({
    dataApi: stack.dataApi,
    secrets: createSecrets(secretsOptions(stack)),
    secretId: localSigningKeySecretArn,
  });
  const gateway = await openGateway('bundles');
  const server = await listenOnPort(gateway);
  const fetchPath = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`${server.url}${path}`, init);
  try {
    const service = await createTokenService(stack, fetchPath);
    const [username = ''] = service.usernames;
    const { access_token: token } = await fetchTokens(
      service,
      username,
      service.application.clientId,
    );
    return [
      ...(await benchGrants(service, kind)),
      ...(await benchVerification(stack, server.url, token, kind)),
      ...(await benchRefusals(stack, gateway, service.application.clientId, kind)),
    ];
  } finally {
    await server.close();
  }
}

async function createTokenService(
  stack: TestStack,
  fetch: TokenService['fetch'],
): Promise<TokenService> {
  const usernames = Array.from({ length: connectionCount }, (_, index) => `bench ${index}`);
  for (const username of usernames) {
    await createTestAccount({ stack }, username, { groups: ['Resource Exporter'] });
  }
  const owner = await createTestAccount({ stack }, 'bench owner');
  return {
    stack,
    fetch,
    usernames,
    application: await createTestApplication({ stack }, owner),
    confidentialApplication: await createTestApplication(
      { stack },
      owner,
      'confidential',
      'client-credentials',
    ),
  };
}

async function benchGrants(service: TokenService, kind: string): Promise<readonly Figure[]> {
  const { stack, usernames, application } = service;
  const hashes = await measureWork(
    usernames.map(() => () => hashPassword(testPassword)),
    stack,
  );
  const signIns = await measureWork(
    usernames.map((username) => () => fetchTokens(service, username, application.clientId)),
    stack,
  );
  const bareWrites = await measureWork(await prepareBareWrites(service), stack);
  const refreshes = await measureWork(await prepareRefreshes(service), stack);
  const clientTokens = await measureWork(
    usernames.map(() => () => fetchClientToken(service)),
    stack,
  );
  return [
    ...toFigures(`password grant, ${kind}`, signIns, { name: 'a bare argon2id', load: hashes }, 2),
    ...toFigures(
      `refresh grant, ${kind}`,
      refreshes,
      { name: 'a bare write', load: bareWrites },
      1,
    ),
    ...toFigures(
      `client credentials, ${kind}`,
      clientTokens,
      { name: 'a bare write', load: bareWrites },
      1,
    ),
  ];
}

function toFigures(
  subject: string,
  load: LoadResult,
  peer: { readonly name: string; readonly load: LoadResult },
  maxCalls: number,
): readonly Figure[] {
  return [
    {
      subject,
      measure: 'tokens a second',
      value: load.perSecond,
      unit: '/s',
      beside: { name: peer.name, value: peer.load.perSecond },
    },
    {
      subject,
      measure: 'p50',
      value: load.median,
      unit: 'ms',
      beside: { name: peer.name, value: peer.load.median },
    },
    {
      subject,
      measure: 'Data API calls a token',
      value: load.callsPerRequest,
      unit: '',
      beside: { name: 'the most there may be', value: maxCalls },
    },
  ];
}

/** Prepares the peer, the least that storing a token must do: each task writes one row through the Data API. */
async function prepareBareWrites({
  stack,
  usernames,
}: TokenService): Promise<readonly (() => Promise<unknown>)[]> {
  await stack.owner.write(rawSql('create table bare_token (token_hash text primary key)'));
  const insert = rawSql('insert into bare_token values (gen_random_uuid()::text)');
  return usernames.map(() => () => stack.owner.write(insert));
}

/** Prepares a task for each account, which refreshes its token with the refresh token of the time before. */
async function prepareRefreshes(
  service: TokenService,
): Promise<readonly (() => Promise<unknown>)[]> {
  const { clientId } = service.application;
  return Promise.all(
    service.usernames.map(async (username) => {
      let { refresh_token: token } = await fetchTokens(service, username, clientId);
      return async () => {
        const response = await postForm(service, '/o/token', {
          grant_type: 'refresh_token',
          refresh_token: token,
          client_id: clientId,
        });
        const document: { readonly refresh_token: string } = JSON.parse(
          await readSuccessText(response),
        );
        token = document.refresh_token;
      };
    }),
  );
}

async function fetchClientToken(service: TokenService): Promise<string> {
  const { clientId, secret } = service.confidentialApplication;
  const response = await postForm(service, '/o/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  });
  return readSuccessText(response);
}

async function readSuccessText(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`A token was refused: ${response.status} ${text}`);
  return text;
}
