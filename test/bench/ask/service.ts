import { ensureSigningKey } from '../../../infra/cli/signing-keys.ts';
import { startDataApiEmulator } from '../../../infra/local/data-api/emulator.ts';
import { localSigningKeySecretArn } from '../../../infra/local/data-api/local-names.ts';
import { openNativePostgres } from '../../../infra/local/database/native.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import { sql, text } from '../../../lib/data-api/sql.ts';
import { createSecrets } from '../../../lib/secrets/client.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { bearerHeader, createTestApplication, fetchTokens } from '../../support/accounts.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import type { TestStack } from '../../support/stack.ts';
import { createRecorder, type RecordedStatement } from '../costs/recorder.ts';
import { configureFunctions, secretsOptions } from '../environment.ts';
import { askCallers } from './callers.ts';

/** The answer to a page of a question. */
export type AskedPage = {
  readonly ids: readonly string[];
  /** The path of the next page, if any. */
  readonly next: string | undefined;
  readonly milliseconds: number;
};

/** The service refuses a question as too large. */
export class RefusedQuestion extends Error {}

/** The service on a database of the bench. */
export type AskService = {
  readonly fetchPage: (callerName: string, path: string) => Promise<AskedPage>;
  /** The statements of a request after a first one, which fills caches. */
  readonly recordStatements: (
    callerName: string,
    path: string,
  ) => Promise<readonly RecordedStatement[]>;
  readonly close: () => Promise<void>;
};

/** Opens the service with all callers signed in, after an upgrade of the database. */
export async function openAskService(databaseUrl: string): Promise<AskService> {
  const database = await openNativePostgres({ url: databaseUrl });
  const recorder = createRecorder(database);
  const server = await startDataApiEmulator({ database: recorder.database });
  const stack: TestStack = {
    server,
    database,
    dataApi: createTestDataApi(server.url, 'service'),
    owner: createTestDataApi(server.url, 'owner'),
    close: async () => {
      await server.close();
      await database.close();
    },
  };
  await upgradeDatabase(stack.owner);
  configureFunctions(stack);
  const secrets = createSecrets(secretsOptions(stack));
  await ensureSigningKey({ dataApi: stack.dataApi, secrets, secretId: localSigningKeySecretArn });
  const gateway = await openGateway('sources');
  const fetchFromGateway = (path: string, init?: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(`http://localhost:3000${path}`, init));
  const headers = await signIn(stack, fetchFromGateway);
  const fetchPage: AskService['fetchPage'] = async (callerName, path) => {
    const begin = performance.now();
    const response = await fetchFromGateway(path, { headers: headers.get(callerName) ?? {} });
    const body = await response.text();
    const milliseconds = performance.now() - begin;
    if (response.status === 400) throw new RefusedQuestion(`${callerName}: ${path}: ${body}`);
    if (response.status !== 200) {
      throw new Error(`${callerName}: ${path} answered ${response.status}: ${body}`);
    }
    const [, next] =
      /<https?:\/\/[^/]+([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
    return { ids: listIds(body), next, milliseconds };
  };
  return {
    fetchPage,
    recordStatements: async (callerName, path) => {
      await fetchPage(callerName, path);
      return (await recorder.rehearse(() => fetchPage(callerName, path))).statements;
    },
    close: stack.close,
  };
}

const listIds = (body: string): readonly string[] =>
  [...body.matchAll(/\/resources\/([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? []);

async function signIn(
  stack: TestStack,
  fetchFromGateway: (path: string, init?: RequestInit) => Promise<Response>,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const headers = new Map<string, Readonly<Record<string, string>>>();
  const owner = await findAccount(stack, askCallers[0]?.name ?? '');
  const { clientId } = await createTestApplication({ stack }, owner);
  for (const { name } of askCallers) {
    const { access_token: token } = await fetchTokens({ fetch: fetchFromGateway }, name, clientId);
    headers.set(name, bearerHeader(token));
  }
  return headers;
}

async function findAccount({ dataApi }: TestStack, username: string): Promise<number> {
  const [row] = await dataApi.read(
    sql`select a.account_id from account a where a.username = ${text(username)}`,
  );
  return Number(row?.[0]);
}
