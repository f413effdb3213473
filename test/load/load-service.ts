import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import pg from 'pg';

import { localSigningKeySecretArn } from '../../infra/local/data-api/local-names.ts';
import { ensureSigningKey } from '../../infra/cli/signing-keys.ts';
import type { DataApi } from '../../lib/data-api/client.ts';
import { insertSpatialView } from '../../lib/queries/spatial-views/write-view.ts';
import { createSecrets } from '../../lib/secrets/client.ts';
import { addSample, findBenchData, importBenchData } from '../bench/data.ts';
import { withBenchService, type BenchService } from '../bench/geojson/stack.ts';
import { createTestAccount, createTestApplication, fetchTokens } from '../support/accounts.ts';
import { createTestDataApi } from '../support/data-api-client.ts';
import { sampleSpatialView } from '../support/sample.ts';
import type { MixAccount } from './mix.ts';

/** The service under load, and a signed-in administrator. */
export type LoadService = BenchService & {
  readonly dataApi: DataApi;
  readonly account: MixAccount;
  /** A description of the data in the database. */
  readonly content: string;
};

/**
 * Runs work with the packaged service on a new database of a native server, with the demo package (or the sample) and a spatial view.
 * @param server the URL of the server, as a superuser
 */
export async function withLoadService<T>(
  server: string,
  work: (service: LoadService) => Promise<T>,
): Promise<T> {
  const name = `load_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const program = fileURLToPath(new URL('function-process.ts', import.meta.url));
    return await withBenchService(
      url.href,
      async (bench) => {
        const dataApi = createTestDataApi(bench.dataApiUrl, 'service');
        const content = await importContent(dataApi);
        return work({
          ...bench,
          dataApi,
          content,
          account: await signInAdministrator(bench, dataApi),
        });
      },
      ['--expose-gc', program],
    );
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

async function importContent(dataApi: DataApi): Promise<string> {
  const bench = await findBenchData();
  const { resources, tiles } = await importBenchData({ dataApi }, bench);
  await addSample({ dataApi });
  await dataApi.write(insertSpatialView(sampleSpatialView, 3857));
  return `${bench.name}: ${resources} resource instances with ${tiles} tiles`;
}

async function signInAdministrator(
  { url, dataApiUrl }: BenchService,
  dataApi: DataApi,
): Promise<MixAccount> {
  const secrets = createSecrets({
    region: 'eu-west-1',
    endpoint: dataApiUrl,
    credentials: { accessKeyId: 'load', secretAccessKey: 'load' },
  });
  await ensureSigningKey({ dataApi, secrets, secretId: localSigningKeySecretArn });
  const stack = { dataApi };
  const username = 'load-administrator';
  const account = await createTestAccount({ stack }, username, { isAdministrator: true });
  const { clientId } = await createTestApplication({ stack }, account);
  const fetchPath = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init);
  const { access_token: token } = await fetchTokens({ fetch: fetchPath }, username, clientId);
  return { username, clientId, token };
}
