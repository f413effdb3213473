import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
  type Field,
} from '@aws-sdk/client-rds-data';

import { DataApiRefused, DataApiUnavailable, toDataApiError, isTransientError } from './errors.ts';
import { JsonProtocol } from './json-protocol.ts';
import { isUnpreparedError, preparedCall } from './prepared-statements.ts';
import { checkLimits } from './limits.ts';
import { catchConflict, retryOnConflict } from './retry-on-conflict.ts';
import type { Statement } from './sql.ts';
import { retryWhileWaking } from './retry-while-waking.ts';

/** One column of a row. Whole numbers and decimals come as text, so that no digit is lost. */
export type ColumnValue = string | number | boolean | null;

export type Row = readonly ColumnValue[];

/** The calls inside one transaction, made one after the other as the service allows. */
export interface Transaction {
  /** Runs one statement. @throws DatabaseError, TransactionLost, ResultTooLarge and the others of errors.ts */
  readonly execute: (statement: Statement) => Promise<readonly Row[]>;
}

/** The way to the data: the RDS Data API, whether that of AWS or the local emulator. */
export interface DataApi {
  /** Runs a statement that changes nothing; it is tried again when the service fails. */
  readonly read: (statement: Statement) => Promise<readonly Row[]>;
  /** Runs a statement that changes data, once: a second try could run it twice. */
  readonly write: (statement: Statement) => Promise<readonly Row[]>;
  /**
   * Runs `work` in a transaction: commits when it returns, rolls back when it throws. After a deadlock or a serialization
   * failure all of it runs again, three times in all, so `work` changes nothing outside of the transaction.
   * @throws DataApiUnavailable with the outcome `unknown` when the answer to the commit was lost
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Calls made so far by this client. */
  readonly calls: () => number;
}

export type DataApiOptions = {
  readonly clusterArn: string;
  readonly secretArn: string;
  readonly database: string;
  readonly region: string;
  readonly endpoint?: string | undefined;
  /** Absent in AWS, where they come from the environment of the function. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Milliseconds that may be spent waiting for a paused database; asked at each call. */
  readonly wakingBudget?: () => number;
};

const requestTimeout = 50_000;
/** Milliseconds for which a statement that the database does not keep is sent as a text, until its name is tried again. */
const unkeptFor = 5 * 60_000;

function decode(field: Field): ColumnValue {
  if (field.isNull === true) return null;
  if (field.stringValue !== undefined) return field.stringValue;
  if (field.longValue !== undefined) return field.longValue;
  if (field.booleanValue !== undefined) return field.booleanValue;
  if (field.doubleValue !== undefined) return field.doubleValue;
  throw new DataApiRefused(
    'A column has a type that is not read here: cast it to text in the statement.',
  );
}

/**
 * Opens the way to the data.
 * Two clients: reads are retried by the SDK, writes never are, because a retry after a lost answer runs them twice.
 * @param options where the data is and how long a paused database may be waited for
 */
export function createDataApi(options: DataApiOptions): DataApi {
  const common = {
    protocol: JsonProtocol,
    region: options.region,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    requestHandler: { requestTimeout, throwOnRequestTimeout: true, connectionTimeout: 2000 },
  };
  const reader = new RDSDataClient({ ...common, maxAttempts: 3 });
  const writer = new RDSDataClient({ ...common, maxAttempts: 1 });
  const target = { resourceArn: options.clusterArn, secretArn: options.secretArn };
  const budget = options.wakingBudget ?? (() => 90_000);
  let calls = 0;

  async function call<T>(make: () => Promise<T>): Promise<T> {
    return retryWhileWaking(budget(), async () => {
      calls += 1;
      try {
        return await make();
      } catch (error) {
        throw toDataApiError(error);
      }
    });
  }

  /** The calls that the database did not know, with the time at which each may be tried again: it is of another version, and their texts are sent. */
  const unkeptUntil = new Map<string, number>();

  async function execute(client: RDSDataClient, statement: Statement): Promise<readonly Row[]> {
    if (statement.preparedColumns === undefined) return send(client, statement);
    const byName = preparedCall(statement);
    if (Date.now() < (unkeptUntil.get(byName.text) ?? 0)) return send(client, statement);
    try {
      return await send(client, byName);
    } catch (error) {
      if (!isUnpreparedError(error)) throw error;
      // Nothing was done.
      calls -= 1;
      unkeptUntil.set(byName.text, Date.now() + unkeptFor);
      return send(client, statement);
    }
  }

  async function send(
    client: RDSDataClient,
    statement: Statement,
    transactionId?: string,
  ): Promise<readonly Row[]> {
    checkLimits(statement);
    const answer = await call(() =>
      client.send(
        new ExecuteStatementCommand({
          ...target,
          ...(transactionId === undefined ? { database: options.database } : { transactionId }),
          sql: statement.text,
          parameters: [...statement.parameters],
          resultSetOptions: { longReturnType: 'STRING', decimalReturnType: 'STRING' },
        }),
      ),
    );
    return (answer.records ?? []).map((record) => record.map(decode));
  }

  /** A transaction whose beginning is tried again is left alone, and expires. */
  async function begin(): Promise<string> {
    const answer = await call(() =>
      reader.send(new BeginTransactionCommand({ ...target, database: options.database })),
    );
    if (answer.transactionId === undefined) {
      throw new DataApiRefused('The Data API began a transaction without an id.');
    }
    return answer.transactionId;
  }

  async function tryTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transactionId = await begin();
    let isCommitting = false;
    try {
      const result = await work({
        // A call that the database does not know would end the transaction: it takes texts.
        execute: (statement) => send(writer, statement, transactionId),
      });
      isCommitting = true;
      await call(() => writer.send(new CommitTransactionCommand({ ...target, transactionId })));
      return result;
    } catch (error) {
      // A transaction that is already gone cannot be rolled back; the first error is the one that matters.
      await reader
        .send(new RollbackTransactionCommand({ ...target, transactionId }))
        .catch(() => undefined);
      throw isCommitting ? error : withoutOutcome(error);
    }
  }

  return {
    read: async (statement) => {
      try {
        return await execute(reader, statement);
      } catch (error) {
        throw withoutOutcome(error);
      }
    },
    write: (statement) => execute(writer, statement),
    transaction: (work) =>
      retryOnConflict({
        maxAttempts: 2,
        maxPause: 100,
        attempt: () => catchConflict(isTransientError, () => tryTransaction(work)),
        lastAttempt: () => tryTransaction(work),
      }),
    calls: () => calls,
  };
}

/** What only reads, or fails before the commit, leaves nothing, whatever became of the call. */
function withoutOutcome(error: unknown): unknown {
  if (!(error instanceof DataApiUnavailable)) return error;
  return new DataApiUnavailable(error.message, 'none', { cause: error });
}
