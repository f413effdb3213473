import type {
  AfterTimeout,
  Database,
  DatabaseRole,
  Session,
  WireResult,
} from '../database/database.ts';
import { bindParameters } from './bind-parameters.ts';
import { columnMetadata, createColumnReader } from './columns.ts';
import type { Counters } from './counters.ts';
import { decodeValue, type ReturnOptions } from './decode-value.ts';
import { isStatementTimeout, ServiceError } from './errors.ts';
import { formatRecords } from './format-records.ts';
import { checkResultSize } from './check-result-size.ts';
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
  readonly strictRows: boolean;
  /** Milliseconds that a statement may take. */
  readonly statementTimeout: number;
  readonly transactionTimes: TransactionTimeouts;
  /** Milliseconds that are added to every call: with none, calls may not overlap as they do in the service. */
  readonly latency: number;
};

/** To what a call goes; without a transaction it names its database. */
type Target = {
  readonly resourceArn: string;
  readonly secretArn: string;
  readonly transactionId?: string | null | undefined;
  readonly database?: string | null | undefined;
  readonly schema?: string | null | undefined;
};

/** The five operations of the service, without HTTP. */
export function createOperations(options: OperationOptions) {
  const { database, counters } = options;
  const transactions = createTransactions(
    database,
    options.transactionTimes,
    options.statementTimeout,
  );
  const columns = createColumnReader(options.statementTimeout);

  async function inSession<T>(
    target: Target,
    afterTimeout: AfterTimeout,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const role = roleFor(target);
    const id = target.transactionId;
    if (id == null) return inOwnSession(role, work);
    return transactions.use(id, role, async (session) => {
      await delay(options.latency);
      return work(session).catch((error: unknown) => {
        if (isStatementTimeout(error) && afterTimeout === 'stop') void transactions.kill(id);
        throw error;
      });
    });
  }

  async function inOwnSession<T>(
    role: DatabaseRole,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const session = await database.borrowSession(role);
    try {
      await delay(options.latency);
      const result = await work(session);
      await session.release();
      return result;
    } catch (error) {
      // A statement that is out of time may still be running, and nobody waits for its end.
      const released = session.release();
      if (!isStatementTimeout(error)) await released;
      throw error;
    }
  }

  async function run(
    session: Session,
    sql: string,
    parameters: readonly SqlParameter[],
    afterTimeout: AfterTimeout,
  ): Promise<WireResult> {
    const bound = bindParameters(sql, parameters);
    return session.query(bound.sql, bound.values, options.statementTimeout, afterTimeout);
  }

  async function execute(request: ExecuteRequest) {
    checkStatement(request.sql);
    const afterTimeout = request.continueAfterTimeout === true ? 'continue' : 'stop';
    return inSession(request, afterTimeout, async (session) => {
      const result = await run(session, request.sql, request.parameters ?? [], afterTimeout);
      return present(result, session, request);
    });
  }

  async function present(result: WireResult, session: Session, request: ExecuteRequest) {
    const size = checkResultSize(result, options.strictRows);
    counters.countResult(size.bytes, size.largestRow);
    if (result.fields.length === 0) {
      return { generatedFields: [], numberOfRecordsUpdated: result.affected };
    }
    const withMetadata = request.includeResultMetadata === true;
    const known = await columns.describe(result, session, withMetadata);
    const returned: ReturnOptions = {
      decimals: request.resultSetOptions?.decimalReturnType ?? 'STRING',
      longs: request.resultSetOptions?.longReturnType ?? 'LONG',
    };
    if (request.formatRecordsAs === 'JSON') {
      return {
        formattedRecords: formatRecords(known, result.rows, returned),
        numberOfRecordsUpdated: 0,
      };
    }
    const records = result.rows.map((row) =>
      known.map((column, index) => decodeValue(column, row[index] ?? null, returned)),
    );
    const metadata = withMetadata ? { columnMetadata: known.map(columnMetadata) } : {};
    return { records, numberOfRecordsUpdated: 0, ...metadata };
  }

  async function batchExecute(request: BatchExecuteRequest) {
    checkStatement(request.sql);
    const sets = request.parameterSets ?? [];
    const each = async (session: Session): Promise<void> => {
      for (const parameters of sets.length === 0 ? [[]] : sets) {
        await run(session, request.sql, parameters, 'stop');
      }
    };
    await inSession(request, 'stop', async (session) => {
      if (request.transactionId != null) return each(session);
      // Outside of a transaction a batch is one by itself.
      await session.query('begin', [], options.statementTimeout);
      await each(session);
      await session.endTransaction('commit');
    });
    return { updateResults: sets.map(() => ({ generatedFields: [] })) };
  }

  async function end(request: EndRequest, statement: 'commit' | 'rollback'): Promise<void> {
    await transactions.end(request.transactionId, roleFor(request), statement);
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

function roleFor(target: Target): DatabaseRole {
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

/** What the service does without a database name is not known: it is refused here, so that nothing relies on it. */
function checkDatabase({ database, transactionId }: Target): void {
  if (database == null || database === '') {
    if (transactionId != null) return;
    throw new ServiceError('BadRequestException', 'Database name is missing: give database.');
  }
  if (database !== localDatabaseName) {
    throw new ServiceError('DatabaseNotFoundException', `Database ${database} is not found.`);
  }
}

async function delay(milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
