import type { DataApi } from '../../lib/data-api/client.ts';
import {
  toPreparedStatement,
  type PreparedStatement,
} from '../../lib/data-api/prepared-statements.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { splitIntoBatches } from '../../lib/data-api/split-into-batches.ts';
import {
  createStatementFunctions,
  dropOldStatements,
  findMissingStatements,
  areStatementsCurrent,
} from './queries/prepare-statements.ts';
import { lockMigrations } from './queries/schema.ts';
import { listStatementsToPrepare } from './prepared-statements.ts';

// Even a small database creates this number within the time limit of a call.
const maxFunctionsPerCall = 50;

/**
 * Creates the functions of the prepared statements of this version of the code, and drops those that neither this
 * version nor the previous one uses.
 * @returns the number of created functions
 */
export async function prepareStatements(owner: DataApi): Promise<number> {
  const statements = await loadStatementsByName();
  const names = [...statements.keys()];
  return owner.transaction(async ({ execute }) => {
    await execute(lockMigrations);
    const missingNames = await runQuery(execute, findMissingStatements(names));
    const missingStatements = missingNames.flatMap((name) => statements.get(name) ?? []);
    for (const batch of splitIntoBatches(missingStatements, maxFunctionsPerCall)) {
      await execute(createStatementFunctions(batch));
    }
    const isCurrent = await runQuery(execute, areStatementsCurrent(names));
    if (!isCurrent) await execute(dropOldStatements(names));
    return missingStatements.length;
  });
}

/** Counts the prepared statements of this version of the code, and those that are missing in the database. */
export async function countPreparedStatements(
  dataApi: Pick<DataApi, 'read'>,
): Promise<{ readonly all: number; readonly missing: number }> {
  const names = [...(await loadStatementsByName()).keys()];
  const missingNames = await runQuery(dataApi.read, findMissingStatements(names));
  return { all: names.length, missing: missingNames.length };
}

async function loadStatementsByName(): Promise<ReadonlyMap<string, PreparedStatement>> {
  const statements = (await listStatementsToPrepare()).map(toPreparedStatement);
  return new Map(statements.map((statement) => [statement.name, statement]));
}
