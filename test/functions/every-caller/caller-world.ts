import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import * as z from 'zod';

import { localSigningKeySecretArn } from '../../../infra/local/data-api/local-names.ts';
import { parsePrivateJwk, type PrivateJwk } from '../../../lib/identity/signing-key.ts';
import { createExportJob } from '../../../infra/queries/export-jobs.ts';
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
import { callerWithToken, type RouteCaller } from './caller.ts';
import { forgedCallers, malformedCallers } from './forged.ts';
import { formerCallers } from './former.ts';

/** The service with the sample data, closed to Guest, and all kinds of callers. */
export type CallerWorld = {
  readonly service: TestService;
  readonly callers: readonly RouteCaller[];
  /** A public application, for the password grant. */
  readonly application: TestApplication;
  /** A confidential application, for client credentials, which may read. */
  readonly ownApplication: TestApplication;
  readonly signingKey: PrivateJwk;
};

export async function openCallerWorld(): Promise<CallerWorld> {
  const service = await withExportFolder(await openSampleService());
  const signingKey = parsePrivateJwk(await service.secrets.read(localSigningKeySecretArn));
  if (signingKey === undefined) throw new Error('The service has no signing key.');
  const owner = await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
  await createTestAccount(service, 'editor', { groups: ['Resource Editor'] });
  await createTestAccount(service, 'in no group');
  const application = await createTestApplication(service, owner);
  const ownApplication = await createOwnApplication(service, owner);
  await joinGroup(service, ownApplication);
  const validToken = (await fetchTokens(service, 'reader', application.clientId)).access_token;
  await createPlacesExport(service);
  const callers = [
    { name: 'nobody', tokenKind: 'no token', credentials: undefined } as const,
    ...(await forgedCallers(validToken, signingKey)),
    ...malformedCallers(validToken),
    ...(await refreshTokenCaller(service, application)),
    ...(await formerCallers(service, signingKey)),
    ...(await validCallers(service, application, ownApplication)),
  ];
  return { service, callers, application, ownApplication, signingKey };
}

/** Sets a folder for exports. No test follows the links to its files. */
export async function withExportFolder(service: TestService): Promise<TestService> {
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
  { stack: { data, owner } }: TestService,
  groups: readonly string[] = exportReaders,
): Promise<void> {
  const job = { query: '', format: 'geojson', everyHours: 24, runsAs: null } as const;
  const readers = { accounts: ['administrator'], groups };
  await runQuery(data.write, createExportJob('places', { ...job, readers }));
  await owner.write(
    rawSql(`insert into export_run (export_job_id, state, file_name, upload_id, fingerprint, versions, ended_at)
select export_job_id, 'finished', 'places.geojson.gz', '', '', '{}', clock_timestamp()
from export_job`),
  );
}

function createOwnApplication(service: TestService, owner: number): Promise<TestApplication> {
  return createTestApplication(service, owner, 'confidential', 'client-credentials');
}

async function joinGroup(service: TestService, { clientId }: TestApplication): Promise<void> {
  await service.stack.data.write(sql`insert into group_member (account_id, account_group_id)
select o.service_account_id, g.account_group_id
from oauth_application o
join account_group g on g.name = 'Resource Exporter'
where o.client_id = ${text(clientId)}`);
}

/** A caller who sends a refresh token instead of an access token. */
async function refreshTokenCaller(
  service: TestService,
  { clientId }: TestApplication,
): Promise<readonly RouteCaller[]> {
  const { refresh_token: token } = await fetchTokens(service, 'reader', clientId);
  return [callerWithToken('a refresh token', 'an invalid token', token)];
}

async function validCallers(
  service: TestService,
  { clientId }: TestApplication,
  ownApplication: TestApplication,
): Promise<readonly RouteCaller[]> {
  const tokenOf = async (username: string, scope = 'read write'): Promise<string> =>
    (await fetchTokens(service, username, clientId, { scope })).access_token;
  const reader = await tokenOf('reader');
  const everything = 'a token that may read everything';
  const nothing = 'a token that may read nothing';
  const withoutGroup = await createOwnApplication(
    service,
    await createTestAccount(service, 'its owner'),
  );
  return [
    callerWithToken('reader', everything, reader),
    {
      name: 'reader, the scheme in capitals',
      tokenKind: everything,
      credentials: `BEARER  ${reader}`,
    },
    callerWithToken('reader, scope read', everything, await tokenOf('reader', 'read')),
    callerWithToken('reader, by get_token', everything, await getToken(service, 'reader')),
    callerWithToken('editor', everything, await tokenOf('editor')),
    callerWithToken('administrator', everything, await tokenOf('administrator')),
    callerWithToken('application', everything, await clientToken(service, ownApplication)),
    callerWithToken('application in no group', nothing, await clientToken(service, withoutGroup)),
    callerWithToken('in no group', nothing, await tokenOf('in no group')),
    callerWithToken('in no group, by get_token', nothing, await getToken(service, 'in no group')),
    callerWithToken(
      'reader, scope write',
      'a token for writing only',
      await tokenOf('reader', 'write'),
    ),
  ];
}

async function getToken(service: TestService, username: string): Promise<string> {
  const response = await postForm(service, '/auth/get_token', { username, password: testPassword });
  return response.text();
}

async function clientToken(
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
