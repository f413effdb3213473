import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import * as z from 'zod';

import { localSigningKeySecretArn } from '../../../infra/local/data-api/local-names.ts';
import { parsePrivateJwk, type PrivateJwk } from '../../../lib/identity/signing-key.ts';
import { createExportJob } from '../../../infra/cli/export-jobs/queries/export-jobs.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql, sql, text } from '../../../lib/data-api/sql.ts';
import {
  createTestAccount,
  createTestApplication,
  testPassword,
  postForm,
  fetchTokens,
  type TestApplication,
} from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';
import { createCallerWithToken, type RouteCaller } from './caller.ts';
import { createForgedCallers, createMalformedCallers } from './forged-callers.ts';
import { createFormerCallers } from './former-callers.ts';

/** The service with the sample data, which Guest may not read, and callers with all kinds of tokens. */
export type CallerWorld = {
  readonly service: TestService;
  readonly callers: readonly RouteCaller[];
  /** A public application, for the password grant. */
  readonly publicApplication: TestApplication;
  /** A confidential application, for client credentials. It may read. */
  readonly confidentialApplication: TestApplication;
  readonly signingKey: PrivateJwk;
};

export async function openCallerWorld(): Promise<CallerWorld> {
  const service = await addExportFolder(await openSampleService());
  const signingKey = parsePrivateJwk(await service.secrets.read(localSigningKeySecretArn));
  if (signingKey === undefined) throw new Error('The service has no signing key.');
  const owner = await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
  await createTestAccount(service, 'editor', { groups: ['Resource Editor'] });
  await createTestAccount(service, 'in no group');
  const publicApplication = await createTestApplication(service, owner);
  const confidentialApplication = await createConfidentialApplication(service, owner);
  await joinGroup(service, confidentialApplication);
  const validToken = (await fetchTokens(service, 'reader', publicApplication.clientId))
    .access_token;
  await createPlacesExport(service);
  const callers = [
    { name: 'nobody', tokenKind: 'no token', credentials: undefined } as const,
    ...(await createForgedCallers(validToken, signingKey)),
    ...createMalformedCallers(validToken),
    ...(await createRefreshTokenCaller(service, publicApplication)),
    ...(await createFormerCallers(service, signingKey)),
    ...(await createValidCallers(service, publicApplication, confidentialApplication)),
  ];
  return { service, callers, publicApplication, confidentialApplication, signingKey };
}

/** Sets a folder for exports, which is deleted with the service. No test requests the files in it. */
export async function addExportFolder(service: TestService): Promise<TestService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-exports-'));
  Object.assign(process.env, { HDS_EXPORT_FOLDER: folder, HDS_EXPORT_LINKS: baseUrl });
  return {
    ...service,
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

const exportReaders = ['Resource Exporter', 'Resource Editor', 'System Administrator'];

/** Creates an export and marks it as finished. */
export async function createPlacesExport(
  { stack: { dataApi, owner } }: TestService,
  groups: readonly string[] = exportReaders,
): Promise<void> {
  const job = { query: '', format: 'geojson', everyHours: 24, runsAs: null } as const;
  const readers = { accounts: ['administrator'], groups };
  await runQuery(dataApi.write, createExportJob('places', { ...job, readers }));
  await owner.write(
    rawSql(`insert into export_run (export_job_id, state, file_name, upload_id, fingerprint, versions, ended_at)
select export_job_id, 'finished', 'places.geojson.gz', '', '', '{}', clock_timestamp()
from export_job`),
  );
}

function createConfidentialApplication(
  service: TestService,
  owner: number,
): Promise<TestApplication> {
  return createTestApplication(service, owner, 'confidential', 'client-credentials');
}

async function joinGroup(service: TestService, { clientId }: TestApplication): Promise<void> {
  await service.stack.dataApi.write(sql`insert into group_member (account_id, account_group_id)
select o.service_account_id, g.account_group_id
from oauth_application o
join account_group g on g.name = 'Resource Exporter'
where o.client_id = ${text(clientId)}`);
}

/** A caller who sends a refresh token instead of an access token. */
async function createRefreshTokenCaller(
  service: TestService,
  { clientId }: TestApplication,
): Promise<readonly RouteCaller[]> {
  const { refresh_token: token } = await fetchTokens(service, 'reader', clientId);
  return [createCallerWithToken('a refresh token', 'an invalid token', token)];
}

async function createValidCallers(
  service: TestService,
  { clientId }: TestApplication,
  confidentialApplication: TestApplication,
): Promise<readonly RouteCaller[]> {
  const fetchToken = async (username: string, scope = 'read write'): Promise<string> =>
    (await fetchTokens(service, username, clientId, { scope })).access_token;
  const reader = await fetchToken('reader');
  const everythingKind = 'a token that may read everything';
  const nothingKind = 'a token that may read nothing';
  const withoutGroup = await createConfidentialApplication(
    service,
    await createTestAccount(service, 'its owner'),
  );
  return [
    createCallerWithToken('reader', everythingKind, reader),
    {
      name: 'reader, the scheme in capitals',
      tokenKind: everythingKind,
      credentials: `BEARER  ${reader}`,
    },
    createCallerWithToken('reader, scope read', everythingKind, await fetchToken('reader', 'read')),
    createCallerWithToken(
      'reader, by get_token',
      everythingKind,
      await fetchWithGetToken(service, 'reader'),
    ),
    createCallerWithToken('editor', everythingKind, await fetchToken('editor')),
    createCallerWithToken('administrator', everythingKind, await fetchToken('administrator')),
    createCallerWithToken(
      'application',
      everythingKind,
      await fetchClientToken(service, confidentialApplication),
    ),
    createCallerWithToken(
      'application in no group',
      nothingKind,
      await fetchClientToken(service, withoutGroup),
    ),
    createCallerWithToken('in no group', nothingKind, await fetchToken('in no group')),
    createCallerWithToken(
      'in no group, by get_token',
      nothingKind,
      await fetchWithGetToken(service, 'in no group'),
    ),
    createCallerWithToken(
      'reader, scope write',
      'a token for writing only',
      await fetchToken('reader', 'write'),
    ),
  ];
}

async function fetchWithGetToken(service: TestService, username: string): Promise<string> {
  const response = await postForm(service, '/auth/get_token', { username, password: testPassword });
  return response.text();
}

async function fetchClientToken(
  service: TestService,
  { clientId, secret }: TestApplication,
): Promise<string> {
  const response = await postForm(service, '/o/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}
