import { inBatches } from '../../lib/data-api/batches.ts';
import type { DataApi } from '../../lib/data-api/client.ts';
import { keptStatement, type KeptStatement } from '../../lib/data-api/kept.ts';
import { run } from '../../lib/data-api/query.ts';
import {
  forgetStatements,
  isInstalledLast,
  keepStatements,
  missingStatements,
} from '../queries/keep-statements.ts';
import { lockMigrations } from '../queries/schema.ts';
import { keptStatements } from './kept-statements.ts';

/** How many functions one call makes: it stays within the time of a call on a small database. */
const atOnce = 50;

/**
 * Makes the database keep the statements of this version of the code, and forget those of versions before the last one: code that is
 * still at work meanwhile finds its own. Run again for the same version it forgets nothing.
 * @param owner may make functions
 * @returns how many it did not keep before
 */
export async function keepAllStatements(owner: DataApi): Promise<number> {
  const statements = await statementsByName();
  const names = [...statements.keys()];
  return owner.transaction(async ({ execute }) => {
    await execute(lockMigrations);
    const missing = await run(execute, missingStatements(names));
    const made = missing.flatMap((name) => statements.get(name) ?? []);
    for (const batch of inBatches(made, atOnce)) await execute(keepStatements(batch));
    if (!(await run(execute, isInstalledLast(names)))) await execute(forgetStatements(names));
    return made.length;
  });
}

/**
 * How many of the statements of this version of the code there are, and how many of them the database does not keep: those are sent as texts.
 */
export async function countKeptStatements(
  data: Pick<DataApi, 'read'>,
): Promise<{ readonly all: number; readonly missing: number }> {
  const names = [...(await statementsByName()).keys()];
  const missing = await run(data.read, missingStatements(names));
  return { all: names.length, missing: missing.length };
}

async function statementsByName(): Promise<ReadonlyMap<string, KeptStatement>> {
  const statements = (await keptStatements()).map(keptStatement);
  return new Map(statements.map((one) => [one.name, one]));
}
