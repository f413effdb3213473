import { readFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import {
  localClusterArn,
  localDatabaseName,
  localRoleSecrets,
  localSigningKeySecretArn,
} from '../../../infra/local/data-api/local-names.ts';
import { createSampleAccounts, sampleClientId } from '../../../infra/local/sample-accounts.ts';
import { readSchema } from '../../../infra/schema/read-schema.ts';
import { upgradeSchema } from '../../../infra/schema/upgrade-schema.ts';
import { ensureSigningKey } from '../../../infra/cli/signing-keys.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { createSecrets } from '../../../lib/secrets/client.ts';
import { millGraph, millNodes } from '../../functions/writing/mill-service.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { bearerHeader, fetchTokens } from '../../support/accounts.ts';
import { baseUrl } from '../../support/service.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { createTestContext } from '../cli/import/importing.ts';
import { startRestartableEmulator, type RestartableEmulator } from './restartable-emulator.ts';

/** A request with a small body, and the idempotency key with which it may be repeated. */
export type SmallRequest = {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key?: string;
};

/** The service and the emulator as with `npm start`: the emulator is a process of its own with the database on disk. The model of mills is imported. */
export type DiskService = {
  readonly emulator: RestartableEmulator;
  readonly dataApi: DataApi;
  /** Sends a request as an administrator. @returns the status, and the code of a problem */
  readonly sendRequest: (
    request: SmallRequest,
  ) => Promise<{ readonly status: number; readonly code: string }>;
  /** Reads the number of tiles for each name. */
  readonly countTilesByName: () => Promise<ReadonlyMap<string, number>>;
  readonly close: () => Promise<void>;
};

const problemSchema = z.object({ code: z.string() });

/** Opens the service. @param folder the folder for its database and passwords */
export async function openDiskService(folder: string): Promise<DiskService> {
  const emulator = await startRestartableEmulator(path.join(folder, 'data'));
  const dataApi = await prepareDatabase(emulator.url);
  const gateway = await openGateway('sources');
  const fetchPath = (at: string, init?: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(`${baseUrl}${at}`, init));
  const passwords = path.join(folder, 'sign-in.txt');
  await createSampleAccounts(dataApi, passwords);
  const [, password = ''] = /^admin (.*)$/m.exec(await readFile(passwords, 'utf8')) ?? [];
  const { access_token: token } = await fetchTokens({ fetch: fetchPath }, 'admin', sampleClientId, {
    password,
  });
  return {
    emulator,
    dataApi,
    sendRequest: async ({ method, path: at, body, key }) => {
      const headers = {
        ...bearerHeader(token),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      };
      const answer = await fetchPath(at, { method, headers, body: JSON.stringify(body) });
      const text = await answer.text();
      return {
        status: answer.status,
        code: answer.ok ? '' : problemSchema.parse(JSON.parse(text)).code,
      };
    },
    countTilesByName: async () => {
      const text = `select data ->> '${millNodes.name}', count(*)::text from tile group by 1`;
      const rows = await dataApi.read({ text, parameters: [] });
      return new Map(rows.map(([name, count]) => [String(name), Number(count)]));
    },
    close: emulator.close,
  };
}

/** Configures the functions for the emulator, and prepares its database. @returns its Data API */
async function prepareDatabase(endpoint: string): Promise<DataApi> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  // The functions read their settings from the environment at the first request, as in AWS.
  Object.assign(process.env, {
    HDS_BASE_URL: baseUrl,
    HDS_CLUSTER_ARN: localClusterArn,
    ...localRoleSecrets,
    HDS_DATABASE: localDatabaseName,
    HDS_SIGNING_KEY_SECRET: localSigningKeySecretArn,
    AWS_ENDPOINT_URL_RDS_DATA: endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  const dataApi = createTestDataApi(endpoint, 'service');
  await upgradeSchema(createTestDataApi(endpoint, 'owner'), await readSchema());
  const secrets = createSecrets({ region: 'eu-west-1', endpoint, credentials });
  await ensureSigningKey({ dataApi, secrets, secretId: localSigningKeySecretArn });
  await withJsonFile(millGraph, (file) => importGraphs([file], createTestContext(dataApi)));
  return dataApi;
}
