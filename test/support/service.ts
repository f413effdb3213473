import { tmpdir } from 'node:os';
import path from 'node:path';

import { vi } from 'vitest';

import {
  localClusterArn,
  localDatabaseName,
  localRoleSecrets,
  localSigningKeySecretArn,
} from '../../infra/local/data-api/local-names.ts';
import type { ImportContext } from '../../infra/cli/import/import-context.ts';
import { setGroupDefaults } from '../../infra/cli/accounts/queries/groups.ts';
import { ensureSigningKey } from '../../infra/cli/signing-keys.ts';
import { parsePrivateJwk } from '../../lib/identity/signing-key.ts';
import { createSecrets, type Secrets } from '../../lib/secrets/client.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { fastStreamLimits } from '../gateway/emulator/streams.ts';
import { plantSecrets } from '../gateway/planted-secrets.ts';
import { recordAnswers } from './answers/recorder.ts';
import type { DatabaseContent } from './database/content.ts';
import { createImportContext } from './import-context.ts';
import { openTestStack, type TestStack } from './stack.ts';

export const baseUrl = 'https://heritage.test';

export const configuredClientId = 'configured-client';

/** The whole service of a test: its functions behind the emulated API Gateway, on a database of its own. */
export type TestService = {
  readonly stack: TestStack;
  /** The secrets, with the private key that signs access tokens. */
  readonly secrets: Secrets;
  readonly report: ImportContext['report'];
  /** For importers. */
  readonly importContext: ImportContext;
  /** Sends a request; the path begins with a slash. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Fetches a JSON document. @throws Error if the status is not 200 */
  readonly fetchJson: (path: string) => Promise<unknown>;
  /** Counts the Data API calls of some work. */
  readonly countCalls: (work: () => Promise<unknown>) => Promise<number>;
  readonly openToGuest: () => Promise<void>;
  readonly close: () => Promise<void>;
};

let openServiceCount = 0;

/** Opens the service. It is empty by default, and Guest may read nothing until `openToGuest()`. */
export async function openTestService(content: DatabaseContent = 'empty'): Promise<TestService> {
  const stack = await openTestStack({ content });
  // Loaded functions keep the settings of the service that is still open, so they must be loaded again.
  if (openServiceCount > 0) vi.resetModules();
  openServiceCount += 1;
  // As in AWS, functions read their settings from the environment at the first request.
  Object.assign(process.env, {
    HDS_BASE_URL: baseUrl,
    HDS_CLUSTER_ARN: localClusterArn,
    ...localRoleSecrets,
    HDS_DATABASE: localDatabaseName,
    HDS_SIGNING_KEY_SECRET: localSigningKeySecretArn,
    HDS_CLIENT_ID: configuredClientId,
    HDS_INDEXING: 'on',
    // Links to files need a secret of the folder. Tests that follow them serve a folder of their own.
    HDS_FILE_FOLDER: path.join(tmpdir(), 'heritage-link-secret'),
    HDS_FILE_LINKS: 'http://files.test',
    AWS_ENDPOINT_URL_RDS_DATA: stack.server.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: stack.server.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { resetProcess } = await import('../../lib/once-per-process.ts');
  resetProcess();
  const secrets = createSecrets({
    region: 'eu-west-1',
    endpoint: stack.server.url,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await ensureSigningKey({
    dataApi: stack.dataApi,
    secrets,
    secretId: localSigningKeySecretArn,
  });
  const signingKey = parsePrivateJwk(await secrets.read(localSigningKeySecretArn));
  plantSecrets(signingKey === undefined ? [] : [signingKey.d]);
  const gateway = await openGateway('sources', undefined, fastStreamLimits);
  const context = createImportContext(stack.dataApi);
  const recordedFetch = recordAnswers((target, init) =>
    gateway.fetch(new Request(`${baseUrl}${target}`, init)),
  );
  return {
    stack,
    secrets,
    report: context.report,
    importContext: context,
    fetch: recordedFetch,
    fetchJson: async (path) => {
      const response = await recordedFetch(path);
      if (response.status !== 200) {
        throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      }
      return response.json();
    },
    countCalls: async (work) => {
      const before = stack.server.counters.read().calls;
      await work();
      return stack.server.counters.read().calls - before;
    },
    openToGuest: async () => {
      await stack.dataApi.write(
        setGroupDefaults('Guest', { read: true, write: false, delete: false }),
      );
    },
    close: async () => {
      const { refusals } = stack.server.counters.read();
      await stack.close();
      openServiceCount -= 1;
      if ('42883' in refusals) throw new Error(missingStatementMessage);
    },
  };
}

const missingStatementMessage =
  'A request sent a statement that is marked as kept, and the database does not keep it: add its text to the keptTexts of its file.';
