import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RDSDataServiceException,
  RollbackTransactionCommand,
  type ExecuteStatementCommandInput,
  type ExecuteStatementCommandOutput,
  type Field,
  type SqlParameter,
} from '@aws-sdk/client-rds-data';

import type { Database, DatabaseRole } from '../../../../infra/local/database/database.ts';
import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
} from '../../../../infra/local/data-api/local-names.ts';
import {
  startDataApiEmulator,
  type DataApiEmulatorOptions,
  type DataApiEmulator,
} from '../../../../infra/local/data-api/emulator.ts';
import { openDatabase } from '../../../support/database/open.ts';

/** The members that every call must have: the cluster, the secret of a role, and the database. */
export const callTarget = (role: DatabaseRole = 'owner') => ({
  resourceArn: localClusterArn,
  secretArn: localSecretArn(role),
  database: localDatabaseName,
});

type OtherInput = Partial<ExecuteStatementCommandInput>;

/** The emulator on an empty database, with an unmodified client of AWS. */
export type Emulator = {
  readonly server: DataApiEmulator;
  readonly database: Database;
  readonly client: RDSDataClient;
  readonly execute: (
    sql: string,
    parameters?: SqlParameter[],
    more?: OtherInput,
  ) => Promise<ExecuteStatementCommandOutput>;
  /** The first field of the first row. */
  readonly readValue: (
    sql: string,
    parameters?: SqlParameter[],
    more?: OtherInput,
  ) => Promise<Field>;
  readonly begin: () => Promise<string>;
  readonly commit: (transactionId: string) => Promise<string | undefined>;
  readonly rollback: (transactionId: string) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
};

/** A client of AWS for an emulator. */
export function createSdkClient(endpoint: string, maxAttempts = 1): RDSDataClient {
  return new RDSDataClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts,
  });
}

export async function openEmulator(
  options: Partial<DataApiEmulatorOptions> = {},
): Promise<Emulator> {
  const database = await openDatabase('bare');
  const server = await startDataApiEmulator({ ...options, database });
  const client = createSdkClient(server.url);
  const execute: Emulator['execute'] = (sql, parameters = [], more = {}) =>
    client.send(new ExecuteStatementCommand({ ...callTarget(), sql, parameters, ...more }));
  return {
    server,
    database,
    client,
    execute,
    readValue: async (sql, parameters, more) => {
      const [field] = (await execute(sql, parameters, more)).records?.[0] ?? [];
      if (field === undefined) throw new Error(`${sql} gave no row`);
      return field;
    },
    begin: async () => {
      const { transactionId } = await client.send(new BeginTransactionCommand(callTarget()));
      return transactionId ?? '';
    },
    commit: async (transactionId) => {
      const answer = await client.send(
        new CommitTransactionCommand({ ...callTarget(), transactionId }),
      );
      return answer.transactionStatus;
    },
    rollback: async (transactionId) => {
      const answer = await client.send(
        new RollbackTransactionCommand({ ...callTarget(), transactionId }),
      );
      return answer.transactionStatus;
    },
    close: async () => {
      client.destroy();
      await server.close();
      await database.close();
    },
  };
}

/** The error of a failed call, as its caller sees it. */
export async function failureOf(call: Promise<unknown>): Promise<{
  readonly name: string;
  readonly status: number | undefined;
  readonly message: string;
}> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const status =
      error instanceof RDSDataServiceException ? error.$metadata.httpStatusCode : undefined;
    return { name: error.name, status, message: error.message };
  }
  throw new Error('The call was expected to fail.');
}

export const textParameter = (name: string, value: string): SqlParameter => ({
  name,
  value: { stringValue: value },
});
