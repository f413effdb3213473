import type { DataApi } from '../../lib/data-api/client.ts';
import { run } from '../../lib/data-api/query.ts';
import { settleDatatypes } from '../queries/datatypes.ts';
import { refreshTiles } from '../queries/write-graph.ts';
import { keepAllStatements } from './keep-statements.ts';
import { migrate, readMigrations } from './run.ts';

/**
 * Brings a database up to date with this version of the service: its migrations, the statements that it keeps, then what the nodes of
 * its models tell of their datatypes. Tiles whose values count as something else now get their features and relations anew.
 * @param onApplied called with the name of each migration once it is applied
 * @returns the names of the migrations applied now
 * @throws MigrationRefused when a migration that was applied has changed
 */
export async function bringUpToDate(
  owner: DataApi,
  onApplied?: (name: string) => void,
): Promise<readonly string[]> {
  const applied = await migrate(owner, await readMigrations(), onApplied);
  await keepAllStatements(owner);
  await owner.transaction(async (transaction) => {
    const nodes = await run(transaction.execute, settleDatatypes());
    if (nodes.length > 0) await transaction.execute(refreshTiles(nodes));
  });
  return applied;
}
