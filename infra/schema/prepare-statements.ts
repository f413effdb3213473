import { splitIntoBatches } from '../../lib/data-api/split-into-batches.ts';
import type { DataApi } from '../../lib/data-api/client.ts';
import {
  toPreparedStatement,
  type PreparedStatement,
} from '../../lib/data-api/prepared-statements.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import {
  dropOldStatements,
  isCurrentVersion,
  createStatementFunctions,
  findMissingStatements,
} from '../queries/prepare-statements.ts';
import { lockMigrations } from '../queries/schema.ts';
import { listPreparedStatements } from './prepared-statements.ts';

/** How many functions one call makes: it stays within the time of a call on a small database. */
const atOnce = 50;

/**
 * Makes the database keep the statements of this version of the code, and forget those of versions before the last one: code that is
 * still at work meanwhile finds its own. Run again for the same version it forgets nothing.
 * @param owner may make functions
 * @returns how many it did not keep before
 */
export async function prepareStatements(owner: DataApi): Promise<number> {
  const statements = await statementsByName();
  const names = [...statements.keys()];
  return owner.transaction(async ({ execute }) => {
    await execute(lockMigrations);
    const missing = await runQuery(execute, findMissingStatements(names));
    const made = missing.flatMap((name) => statements.get(name) ?? []);
    for (const batch of splitIntoBatches(made, atOnce))
      await execute(createStatementFunctions(batch));
    if (!(await runQuery(execute, isCurrentVersion(names))))
      await execute(dropOldStatements(names));
    return made.length;
  });
}

/**
 * How many of the statements of this version of the code there are, and how many of them the database does not keep: those are sent as texts.
 */
export async function countPreparedStatements(
  data: Pick<DataApi, 'read'>,
): Promise<{ readonly all: number; readonly missing: number }> {
  const names = [...(await statementsByName()).keys()];
  const missing = await runQuery(data.read, findMissingStatements(names));
  return { all: names.length, missing: missing.length };
}

async function statementsByName(): Promise<ReadonlyMap<string, PreparedStatement>> {
  const statements = (await listPreparedStatements()).map(toPreparedStatement);
  return new Map(statements.map((one) => [one.name, one]));
}
