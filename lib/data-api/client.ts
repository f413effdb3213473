import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  type ExecuteStatementCommandInput,
  RollbackTransactionCommand,
  type Field,
} from '@aws-sdk/client-rds-data';

import type { AwsClientOptions } from '../aws/client-settings.ts';
import { createAwsClient, createSendOncePlugin } from './aws-client.ts';
import { callCounts } from './call-counts.ts';
import {
  InvalidDataApiCall,
  DataApiUnavailable,
  toDataApiError,
  isTransientError,
} from './errors.ts';
import { isMissingFunctionError, toFunctionCall } from './prepared-statements.ts';
import { checkLimits } from './limits.ts';
import { growingPause, tryAgainAfter, withRetries } from './with-retries.ts';
import type { Statement } from './sql.ts';
import { retryWhileWaking } from './retry-while-waking.ts';

/** The value of one column. 64-bit integers and decimals are strings, so that they keep every digit. */
export type ColumnValue = string | number | boolean | null;

export type Row = readonly ColumnValue[];

/** The Data API runs the statements of a transaction one after the other. */
export interface Transaction {
  /** Runs one statement. @throws DatabaseError, TransactionLost, ResultTooLarge and other errors of errors.ts */
  readonly execute: (statement: Statement) => Promise<readonly Row[]>;
}

/** Runs statements through the RDS Data API of AWS, or through the local emulator. */
export interface DataApi {
  /** Runs a statement that changes nothing, and retries it when the service fails. */
  readonly read: (statement: Statement) => Promise<readonly Row[]>;
  /** Runs a statement that changes data. It is never retried, because a retry could run it twice. */
  readonly write: (statement: Statement) => Promise<readonly Row[]>;
  /**
   * Runs `work` in a transaction: commits when it returns, and rolls back when it throws. After a deadlock or a
   * serialization failure, the transaction runs again, three times at most. So `work` must not change anything outside
   * of the transaction.
   * @throws DataApiUnavailable with the outcome `unknown` when the response to the commit was lost
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

export type DataApiOptions = AwsClientOptions & {
  readonly clusterArn: string;
  readonly secretArn: string;
  readonly database: string;
  /** Maximum milliseconds that a call waits for a paused database; evaluated at each call. */
  readonly wakingBudget?: () => number;
};

/** How often a statement may be sent: a write whose response was lost would run twice. */
type Sending = 'repeated' | 'once';

/** If the function of a prepared statement is missing, the text of the statement is sent for this many milliseconds. */
const textFallbackMilliseconds = 5 * 60_000;

function toColumnValue(field: Field): ColumnValue {
  if (field.isNull === true) return null;
  if (field.stringValue !== undefined) return field.stringValue;
  if (field.longValue !== undefined) return field.longValue;
  if (field.booleanValue !== undefined) return field.booleanValue;
  if (field.doubleValue !== undefined) return field.doubleValue;
  throw new InvalidDataApiCall(
    'The client does not support the type of a column: cast it to text in the statement.',
  );
}

/**
 * Creates a client of the Data API. Only reads are retried: a retry of a write whose response was lost would run it twice.
 */
export function createDataApi(options: DataApiOptions): DataApi {
  const client = createAwsClient(options);
  const sendOnce = createSendOncePlugin();
  const target = { resourceArn: options.clusterArn, secretArn: options.secretArn };
  const budget = options.wakingBudget ?? (() => 90_000);

  /** @param send creates a command and sends it */
  async function call<T>(send: () => Promise<T>): Promise<T> {
    return retryWhileWaking(budget(), async () => {
      callCounts.calls += 1;
      try {
        return await send();
      } catch (error) {
        throw toDataApiError(error);
      }
    });
  }

  /**
   * The time from which a missing function is called again, by the text of the function call. Functions are missing if
   * the schema of the database has another version.
   */
  const textFallbackUntil = new Map<string, number>();

  async function execute(sending: Sending, statement: Statement): Promise<readonly Row[]> {
    if (statement.preparedColumns === undefined) return send(sending, statement);
    const functionCall = toFunctionCall(statement);
    if (Date.now() < (textFallbackUntil.get(functionCall.text) ?? 0))
      return send(sending, statement);
    try {
      return await send(sending, functionCall);
    } catch (error) {
      if (!isMissingFunctionError(error)) throw error;
      // The failed call is not counted.
      callCounts.calls -= 1;
      textFallbackUntil.set(functionCall.text, Date.now() + textFallbackMilliseconds);
      return send(sending, statement);
    }
  }

  async function send(
    sending: Sending,
    statement: Statement,
    transactionId?: string,
  ): Promise<readonly Row[]> {
    checkLimits(statement);
    const input: ExecuteStatementCommandInput = {
      ...target,
      ...(transactionId === undefined ? { database: options.database } : { transactionId }),
      sql: statement.text,
      parameters: [...statement.parameters],
      resultSetOptions: { longReturnType: 'STRING', decimalReturnType: 'STRING' },
    };
    const response = await call(() => {
      const command = new ExecuteStatementCommand(input);
      if (sending === 'once') command.middlewareStack.use(sendOnce);
      return client.send(command);
    });
    return (response.records ?? []).map((record) => record.map(toColumnValue));
  }

  /** Begins a transaction. If the response is lost and the call is retried, the first transaction stays open until it expires. */
  async function begin(): Promise<string> {
    const { transactionId } = await call(() =>
      client.send(new BeginTransactionCommand({ ...target, database: options.database })),
    );
    if (transactionId === undefined) {
      throw new InvalidDataApiCall('The Data API began a transaction without an id.');
    }
    return transactionId;
  }

  async function tryTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transactionId = await begin();
    let isCommitting = false;
    try {
      const result = await work({
        // A call of a missing function would end the transaction, so the text of the statement is sent instead.
        execute: (statement) => send('once', statement, transactionId),
      });
      isCommitting = true;
      await call(() => {
        const command = new CommitTransactionCommand({ ...target, transactionId });
        command.middlewareStack.use(sendOnce);
        return client.send(command);
      });
      return result;
    } catch (error) {
      // The rollback fails if the transaction has already ended; the first error is the one to report.
      await client
        .send(new RollbackTransactionCommand({ ...target, transactionId }))
        .catch(() => undefined);
      throw isCommitting ? error : withOutcomeNone(error);
    }
  }

  return {
    read: async (statement) => {
      try {
        return await execute('repeated', statement);
      } catch (error) {
        throw withOutcomeNone(error);
      }
    },
    write: (statement) => execute('once', statement),
    transaction: (work) =>
      withRetries({
        maxAttempts: 2,
        pause: growingPause(100),
        attempt: () => tryAgainAfter(isTransientError, () => tryTransaction(work)),
        lastAttempt: () => tryTransaction(work),
      }),
  };
}

/** Returns the error with the outcome `none`, because a failed read, or a failure before the commit, changes nothing. */
function withOutcomeNone(error: unknown): unknown {
  if (!(error instanceof DataApiUnavailable)) return error;
  return new DataApiUnavailable(error.message, 'none', { cause: error });
}
