import {
  RefusedByPostgres,
  type Database,
  type Role,
  type Session,
  type WireResult,
} from '../database/database.ts';
import { bind } from './bind.ts';
import { columnMetadata, createColumns } from './columns.ts';
import type { Counters } from './counters.ts';
import { decode, type ReturnOptions } from './decode.ts';
import { databaseError, ServiceError } from './errors.ts';
import { formattedRecords } from './formatted-records.ts';
import { checkSize } from './limits.ts';
import { localClusterArn, localDatabaseName, roleOfSecret } from './names.ts';
import type {
  BatchExecuteRequest,
  BeginRequest,
  EndRequest,
  ExecuteRequest,
  Parameter,
} from './shapes.ts';
import { checkStatement } from './statement-rules.ts';
import { createTransactions, type TransactionTimes } from './transactions.ts';

export type OperationOptions = {
  readonly database: Database;
  readonly counters: Counters;
  readonly strictRows: boolean;
  /** Milliseconds that a statement may take. */
  readonly statementTimeout: number;
  readonly transactionTimes: TransactionTimes;
  /** Milliseconds that are added to every call: with none, calls into the embedded database are never under way at once. */
  readonly latency: number;
};

type Target = {
  readonly resourceArn: string;
  readonly secretArn: string;
  readonly database?: string | null | undefined;
  readonly schema?: string | null | undefined;
};

/** The five operations of the service, without HTTP. */
export function createOperations(options: OperationOptions) {
  const { database, counters } = options;
  const transactions = createTransactions(database, options.transactionTimes);
  const columns = createColumns();

  async function inSession<T>(
    role: Role,
    transactionId: string | null | undefined,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    if (transactionId != null) {
      return transactions.use(transactionId, role, async (session) => {
        await delay(options.latency);
        return work(session).catch(async (error: unknown) => {
          if (isTimeout(error)) await transactions.kill(transactionId);
          throw error;
        });
      });
    }
    const session = await database.session(role);
    try {
      await delay(options.latency);
      return await work(session);
    } finally {
      await session.release();
    }
  }

  async function run(
    session: Session,
    sql: string,
    parameters: readonly Parameter[],
  ): Promise<WireResult> {
    const bound = bind(sql, parameters);
    try {
      return await session.query(bound.sql, bound.values, options.statementTimeout);
    } catch (error) {
      throw error instanceof RefusedByPostgres ? databaseError(error) : error;
    }
  }

  async function execute(request: ExecuteRequest) {
    const role = roleFor(request);
    checkStatement(request.sql);
    return inSession(role, request.transactionId, async (session) => {
      const result = await run(session, request.sql, request.parameters ?? []);
      return present(result, session, request);
    });
  }

  async function present(result: WireResult, session: Session, request: ExecuteRequest) {
    const size = checkSize(result, options.strictRows);
    counters.result(size.bytes, size.largestRow);
    if (result.fields.length === 0) {
      return { generatedFields: [], numberOfRecordsUpdated: result.affected };
    }
    const known = await columns.of(result, session);
    const returned: ReturnOptions = {
      decimals: request.resultSetOptions?.decimalReturnType ?? 'STRING',
      longs: request.resultSetOptions?.longReturnType ?? 'LONG',
    };
    if (request.formatRecordsAs === 'JSON') {
      return {
        formattedRecords: formattedRecords(known, result.rows, returned),
        numberOfRecordsUpdated: 0,
      };
    }
    const records = result.rows.map((row) =>
      known.map((column, index) => decode(column, row[index] ?? null, returned)),
    );
    const metadata =
      request.includeResultMetadata === true ? { columnMetadata: known.map(columnMetadata) } : {};
    return { records, numberOfRecordsUpdated: 0, ...metadata };
  }

  async function batchExecute(request: BatchExecuteRequest) {
    const role = roleFor(request);
    checkStatement(request.sql);
    const sets = request.parameterSets ?? [];
    const each = async (session: Session): Promise<void> => {
      for (const parameters of sets.length === 0 ? [[]] : sets) {
        await run(session, request.sql, parameters);
      }
    };
    await inSession(role, request.transactionId, async (session) => {
      if (request.transactionId != null) return each(session);
      // Outside of a transaction a batch is one by itself.
      await session.query('begin', [], options.statementTimeout);
      await each(session);
      await session.query('commit', [], options.statementTimeout);
    });
    return { updateResults: sets.map(() => ({ generatedFields: [] })) };
  }

  async function end(request: EndRequest, statement: 'commit' | 'rollback'): Promise<void> {
    try {
      await transactions.end(request.transactionId, roleFor(request), statement);
    } catch (error) {
      throw error instanceof RefusedByPostgres ? databaseError(error) : error;
    }
  }

  return {
    Execute: execute,
    BatchExecute: batchExecute,
    BeginTransaction: async (request: BeginRequest) => ({
      transactionId: await transactions.begin(roleFor(request)),
    }),
    CommitTransaction: async (request: EndRequest) => {
      await end(request, 'commit');
      return { transactionStatus: 'Transaction Committed' };
    },
    RollbackTransaction: async (request: EndRequest) => {
      await end(request, 'rollback');
      return { transactionStatus: 'Rollback Complete' };
    },
    kill: transactions.kill,
    close: transactions.closeAll,
  };
}

function roleFor(target: Target): Role {
  if (target.resourceArn !== localClusterArn) {
    throw new ServiceError(
      'DatabaseNotFoundException',
      `Cluster ${target.resourceArn} is not found.`,
    );
  }
  const role = roleOfSecret(target.secretArn);
  if (role === undefined) {
    throw new ServiceError('SecretsErrorException', `Secret ${target.secretArn} cannot be read.`);
  }
  if (target.schema != null && target.schema !== '') {
    throw new ServiceError('ValidationException', "The schema parameter isn't supported");
  }
  if (target.database != null && target.database !== '' && target.database !== localDatabaseName) {
    throw new ServiceError(
      'DatabaseNotFoundException',
      `Database ${target.database} is not found.`,
    );
  }
  return role;
}

function isTimeout(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'StatementTimeoutException';
}

async function delay(milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
