import { setTimeout as wait } from 'node:timers/promises';

import type {
  AfterTimeout,
  Database,
  DatabaseRole,
  Session,
  WireResult,
} from '../database/database.ts';
import { bindParameters } from './bind-parameters.ts';
import { toColumnMetadata, createColumnReader } from './columns.ts';
import type { Counters } from './counters.ts';
import { decodeValue, type ReturnOptions } from './decode-value.ts';
import { isStatementTimeout, ServiceError } from './errors.ts';
import { formatRecords } from './format-records.ts';
import { measureResultSize } from './check-result-size.ts';
import { localClusterArn, localDatabaseName, findRoleOfSecret } from './local-names.ts';
import type {
  BatchExecuteRequest,
  BeginRequest,
  EndRequest,
  ExecuteRequest,
  SqlParameter,
} from './request-schemas.ts';
import { checkStatement } from './check-statement.ts';
import { createTransactions, type TransactionTimeouts } from './transactions.ts';

export type OperationOptions = {
  readonly database: Database;
  readonly counters: Counters;
  readonly refusesLargeRows: boolean;
  /** In milliseconds. */
  readonly statementTimeout: number;
  readonly transactionTimeouts: TransactionTimeouts;
  /** Milliseconds added to every call, so that calls overlap as in AWS. */
  readonly latency: number;
};

/** The cluster, role, and database or transaction of a call. */
type Target = {
  readonly resourceArn: string;
  readonly secretArn: string;
  readonly transactionId?: string | null | undefined;
  readonly database?: string | null | undefined;
  readonly schema?: string | null | undefined;
};

/** Creates the operations of the RDS Data API, without HTTP. */
export function createOperations(options: OperationOptions) {
  const { database, counters } = options;
  const transactions = createTransactions(
    database,
    options.transactionTimeouts,
    options.statementTimeout,
  );
  const columnReader = createColumnReader(options.statementTimeout);

  async function runInSession<T>(
    target: Target,
    afterTimeout: AfterTimeout,
    runCall: (session: Session) => Promise<T>,
  ): Promise<T> {
    const role = requireRole(target);
    const id = target.transactionId;
    if (id == null) return runInOwnSession(role, runCall);
    return transactions.use(id, role, async (session) => {
      if (options.latency > 0) await wait(options.latency);
      return runCall(session).catch((error: unknown) => {
        if (isStatementTimeout(error) && afterTimeout === 'stop') void transactions.kill(id);
        throw error;
      });
    });
  }

  async function runInOwnSession<T>(
    role: DatabaseRole,
    runCall: (session: Session) => Promise<T>,
  ): Promise<T> {
    const session = await database.borrowSession(role);
    try {
      if (options.latency > 0) await wait(options.latency);
      const result = await runCall(session);
      await session.release();
      return result;
    } catch (error) {
      // After a timeout the statement may still be running, so the release is not awaited.
      const releasing = session.release();
      if (!isStatementTimeout(error)) await releasing;
      throw error;
    }
  }

  async function runStatement(
    session: Session,
    sql: string,
    parameters: readonly SqlParameter[],
    afterTimeout: AfterTimeout,
  ): Promise<WireResult> {
    const statement = bindParameters(sql, parameters);
    return session.query(statement.sql, statement.values, options.statementTimeout, afterTimeout);
  }

  async function execute(request: ExecuteRequest) {
    checkStatement(request.sql);
    counters.countStatement(request.sql);
    const afterTimeout = request.continueAfterTimeout === true ? 'continue' : 'stop';
    return runInSession(request, afterTimeout, async (session) => {
      const result = await runStatement(
        session,
        request.sql,
        request.parameters ?? [],
        afterTimeout,
      );
      return toResponse(result, session, request);
    });
  }

  async function toResponse(result: WireResult, session: Session, request: ExecuteRequest) {
    const size = measureResultSize(result, options.refusesLargeRows);
    counters.countResult(size.bytes, size.largestRow);
    if (result.fields.length === 0) {
      return { generatedFields: [], numberOfRecordsUpdated: result.affected };
    }
    const includesMetadata = request.includeResultMetadata === true;
    const columns = await columnReader.describe(result, session, includesMetadata);
    const returnOptions: ReturnOptions = {
      decimals: request.resultSetOptions?.decimalReturnType ?? 'STRING',
      longs: request.resultSetOptions?.longReturnType ?? 'LONG',
    };
    if (request.formatRecordsAs === 'JSON') {
      return {
        formattedRecords: formatRecords(columns, result.rows, returnOptions),
        numberOfRecordsUpdated: 0,
      };
    }
    const records = result.rows.map((row) =>
      columns.map((column, index) => decodeValue(column, row[index] ?? null, returnOptions)),
    );
    const metadata = includesMetadata ? { columnMetadata: columns.map(toColumnMetadata) } : {};
    return { records, numberOfRecordsUpdated: 0, ...metadata };
  }

  async function batchExecute(request: BatchExecuteRequest) {
    checkStatement(request.sql);
    const parameterSets = request.parameterSets ?? [];
    const runParameterSets = async (session: Session): Promise<void> => {
      for (const parameters of parameterSets.length === 0 ? [[]] : parameterSets) {
        await runStatement(session, request.sql, parameters, 'stop');
      }
    };
    await runInSession(request, 'stop', async (session) => {
      if (request.transactionId != null) return runParameterSets(session);
      // A batch without a transaction id is a transaction of its own.
      await session.query('begin', [], options.statementTimeout);
      await runParameterSets(session);
      await session.endTransaction('commit');
    });
    return { updateResults: parameterSets.map(() => ({ generatedFields: [] })) };
  }

  async function endTransaction(
    request: EndRequest,
    statement: 'commit' | 'rollback',
  ): Promise<void> {
    await transactions.end(request.transactionId, requireRole(request), statement);
  }

  return {
    Execute: execute,
    BatchExecute: batchExecute,
    BeginTransaction: async (request: BeginRequest) => ({
      transactionId: await transactions.begin(requireRole(request)),
    }),
    CommitTransaction: async (request: EndRequest) => {
      await endTransaction(request, 'commit');
      return { transactionStatus: 'Transaction Committed' };
    },
    RollbackTransaction: async (request: EndRequest) => {
      await endTransaction(request, 'rollback');
      return { transactionStatus: 'Rollback Complete' };
    },
    kill: transactions.kill,
    close: transactions.closeAll,
  };
}

/** Checks the target of a call, and returns the role of its secret. @throws ServiceError */
function requireRole(target: Target): DatabaseRole {
  if (target.resourceArn !== localClusterArn) {
    throw new ServiceError(
      'DatabaseNotFoundException',
      `Cluster ${target.resourceArn} is not found.`,
    );
  }
  const role = findRoleOfSecret(target.secretArn);
  if (role === undefined) {
    throw new ServiceError('SecretsErrorException', `Secret ${target.secretArn} cannot be read.`);
  }
  if (target.schema != null && target.schema !== '') {
    throw new ServiceError('ValidationException', "The schema parameter isn't supported");
  }
  checkDatabase(target);
  return role;
}

/** Checks the name of the database. Outside of a transaction it is required, because it is not known what the Data API does without it. */
function checkDatabase({ database, transactionId }: Target): void {
  if (database == null || database === '') {
    if (transactionId != null) return;
    throw new ServiceError('BadRequestException', 'The database name is missing.');
  }
  if (database !== localDatabaseName) {
    throw new ServiceError('DatabaseNotFoundException', `Database ${database} is not found.`);
  }
}
