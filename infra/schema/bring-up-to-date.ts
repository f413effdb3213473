import type { DataApi } from '../../lib/data-api/client.ts';
import { run } from '../../lib/data-api/query.ts';
import { fillViews } from '../../lib/writing/spatial-views/fill-views.ts';
import { settleDatatypes } from '../queries/datatypes.ts';
import { refreshTiles } from '../queries/write-graph.ts';
import { keepAllStatements } from './keep-statements.ts';
import { readSchema } from './read-schema.ts';
import { remakeResults } from './remake-results.ts';
import { upgrade } from './upgrade.ts';

/**
 * Brings a database up to date with this version of the service: its schema, the statements that it keeps, then what the nodes of
 * its models tell of their datatypes. Tiles whose values count as something else now get their features and relations anew; so does whatever is
 * the result of functions that have changed. Spatial views that were made anew with it are filled.
 * @param report called with what was done, and with what is waited for
 * @returns what was done to the schema, in words
 * @throws MigrationRefused where the database has another history than this version
 */
export async function bringUpToDate(
  owner: DataApi,
  report?: (line: string) => void,
): Promise<readonly string[]> {
  const schema = await readSchema();
  const done = await upgrade(owner, schema, report);
  await keepAllStatements(owner);
  await owner.transaction(async (transaction) => {
    const nodes = await run(transaction.execute, settleDatatypes());
    if (nodes.length > 0) await transaction.execute(refreshTiles(nodes));
  });
  await remakeResults(owner, schema.storedResults);
  await fillViews(owner);
  return done;
}
