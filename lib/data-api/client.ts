import type { Field } from '@aws-sdk/client-rds-data';

import { createRetry, type Retry } from '../aws/retry.ts';
import { createTransport, type AwsResponse } from '../aws/transport.ts';
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

export type DataApiOptions = {
  readonly clusterArn: string;
  readonly secretArn: string;
  readonly database: string;
  readonly region: string;
  readonly endpoint?: string | undefined;
  /** Absent in AWS, where the environment of the function has them. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Maximum milliseconds that a call waits for a paused database; evaluated at each call. */
  readonly wakingBudget?: () => number;
};

/** The operations of the RDS Data API that we use, by their paths. */
type DataApiPath = '/Execute' | '/BeginTransaction' | '/CommitTransaction' | '/RollbackTransaction';

const headers = { 'content-type': 'application/json' };

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
  const transport = createTransport({
    ...options,
    service: 'rds-data',
    requestTimeout: 50_000,
  });
  const countThrottle = () => {
    callCounts.throttles += 1;
  };
  const retryRead = createRetry(3, countThrottle);
  const tryOnce = createRetry(1, countThrottle);
  const target = { resourceArn: options.clusterArn, secretArn: options.secretArn };
  const budget = options.wakingBudget ?? (() => 90_000);

  async function call(
    retry: Retry,
    path: DataApiPath,
    request: Readonly<Record<string, unknown>>,
  ): Promise<AwsResponse> {
    return retryWhileWaking(budget(), async () => {
      callCounts.calls += 1;
      try {
        const content = { ...target, ...request };
        return await retry((attempt) => transport({ path, headers, content }, attempt));
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

  async function execute(retry: Retry, statement: Statement): Promise<readonly Row[]> {
    if (statement.preparedColumns === undefined) return send(retry, statement);
    const functionCall = toFunctionCall(statement);
    if (Date.now() < (textFallbackUntil.get(functionCall.text) ?? 0)) return send(retry, statement);
    try {
      return await send(retry, functionCall);
    } catch (error) {
      if (!isMissingFunctionError(error)) throw error;
      // The failed call is not counted.
      callCounts.calls -= 1;
      textFallbackUntil.set(functionCall.text, Date.now() + textFallbackMilliseconds);
      return send(retry, statement);
    }
  }

  async function send(
    retry: Retry,
    statement: Statement,
    transactionId?: string,
  ): Promise<readonly Row[]> {
    checkLimits(statement);
    const response = await call(retry, '/Execute', {
      ...(transactionId === undefined ? { database: options.database } : { transactionId }),
      sql: statement.text,
      parameters: statement.parameters,
      resultSetOptions: { longReturnType: 'STRING', decimalReturnType: 'STRING' },
    });
    return (response.records ?? []).map((record) => record.map(toColumnValue));
  }

  /** Begins a transaction. If the response is lost and the call is retried, the first transaction stays open until it expires. */
  async function begin(): Promise<string> {
    const { transactionId } = await call(retryRead, '/BeginTransaction', {
      database: options.database,
    });
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
        execute: (statement) => send(tryOnce, statement, transactionId),
      });
      isCommitting = true;
      await call(tryOnce, '/CommitTransaction', { transactionId });
      return result;
    } catch (error) {
      // The rollback fails if the transaction has already ended; the first error is the one to report.
      const rollback = {
        path: '/RollbackTransaction',
        headers,
        content: { ...target, transactionId },
      };
      await retryRead((attempt) => transport(rollback, attempt)).catch(() => undefined);
      throw isCommitting ? error : withOutcomeNone(error);
    }
  }

  return {
    read: async (statement) => {
      try {
        return await execute(retryRead, statement);
      } catch (error) {
        throw withOutcomeNone(error);
      }
    },
    write: (statement) => execute(tryOnce, statement),
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
