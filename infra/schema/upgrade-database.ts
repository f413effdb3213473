import type { DataApi } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { fillViews } from '../../lib/writing/spatial-views/fill-views.ts';
import { syncNodeDatatypes } from '../queries/datatypes.ts';
import { rederiveTiles } from '../queries/write-graph.ts';
import { prepareStatements } from './prepare-statements.ts';
import { readSchema } from './read-schema.ts';
import { rebuildStaleResults } from './rebuild-results.ts';
import { upgradeSchema } from './upgrade-schema.ts';

/**
 * Brings a database up to date with this version of the service: its schema, the statements that it keeps, then what the nodes of
 * its models tell of their datatypes. Tiles whose values count as something else now get their features and relations anew; so does whatever is
 * the result of functions that have changed. Spatial views that were made anew with it are filled.
 * @param report called with what was done, and with what is waited for
 * @returns what was done to the schema, in words
 * @throws MigrationRefused where the database has another history than this version
 */
export async function upgradeDatabase(
  owner: DataApi,
  report?: (line: string) => void,
): Promise<readonly string[]> {
  const schema = await readSchema();
  const done = await upgradeSchema(owner, schema, report);
  await prepareStatements(owner);
  await owner.transaction(async (transaction) => {
    const nodes = await runQuery(transaction.execute, syncNodeDatatypes());
    if (nodes.length > 0) await transaction.execute(rederiveTiles(nodes));
  });
  await rebuildStaleResults(owner, schema.storedResults);
  await fillViews(owner);
  return done;
}
