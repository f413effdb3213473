import type { DataApi } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { fillViews } from '../../lib/writing/spatial-views/fill-views.ts';
import { rederiveTiles, syncNodeDatatypes } from './queries/node-datatypes.ts';
import { storeSchemaVersion } from './queries/store-schema-version.ts';
import { prepareStatements } from './prepare-statements.ts';
import { readSchema } from './read-schema.ts';
import { rebuildStaleResults } from './rebuild-results.ts';
import { computeSchemaVersion } from './schema-version.ts';
import { upgradeSchema } from './upgrade-schema.ts';

/**
 * Upgrades a database to this version of the service: its schema, its prepared statements, the datatypes of nodes with
 * the data derived from their tiles, stored results of changed functions, and spatial views that must be filled again.
 * At the end it stores the version of the schema.
 * @param report called with a line for each finished step, and while it waits
 * @returns a line for each change of the schema
 * @throws MigrationRefused if the applied migrations do not match the files
 */
export async function upgradeDatabase(
  owner: DataApi,
  report?: (line: string) => void,
): Promise<readonly string[]> {
  const schema = await readSchema();
  const schemaChanges = await upgradeSchema(owner, schema, report);
  await prepareStatements(owner);
  await owner.transaction(async (transaction) => {
    const nodes = await runQuery(transaction.execute, syncNodeDatatypes());
    if (nodes.length > 0) await transaction.execute(rederiveTiles(nodes));
  });
  await rebuildStaleResults(owner, schema.storedResults);
  await fillViews(owner);
  await owner.write(storeSchemaVersion(await computeSchemaVersion(schema)));
  return schemaChanges;
}
