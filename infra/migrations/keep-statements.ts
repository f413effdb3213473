import { inBatches } from '../../lib/data-api/batches.ts';
import type { DataApi } from '../../lib/data-api/client.ts';
import { keptStatement } from '../../lib/data-api/kept.ts';
import { run } from '../../lib/data-api/query.ts';
import { forgetStatements, keepStatements, missingStatements } from '../queries/keep-statements.ts';
import { keptStatements } from './kept-statements.ts';

/** How many functions one call makes: it stays within the time of a call on a small database. */
const atOnce = 50;

/**
 * Makes the database keep the statements of this version of the code, and forget those of versions before the last one: code that is
 * still at work meanwhile finds its own.
 * @param owner may make functions
 * @returns how many it did not keep before
 */
export async function keepAllStatements(owner: Pick<DataApi, 'read' | 'write'>): Promise<number> {
  const statements = new Map(
    keptStatements().map((statement) => {
      const one = keptStatement(statement);
      return [one.name, one];
    }),
  );
  const names = [...statements.keys()];
  const missing = await run(owner.read, missingStatements(names));
  const made = missing.flatMap((name) => statements.get(name) ?? []);
  for (const batch of inBatches(made, atOnce)) await owner.write(keepStatements(batch));
  await owner.write(forgetStatements(names));
  return made.length;
}
