import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { ImportContext } from '../import-context.ts';
import { readManifest } from '../restore/manifest.ts';
import { canRestore, restorePackage } from '../restore/restore-package.ts';

/**
 * Restores a package that this service has exported, if it is complete and the database has no data.
 * @param owner the connection to the database as the role that owns it
 * @returns the lines of the summary; undefined if the package must be imported like any other
 * @throws the errors of canRestore and restorePackage
 */
export async function importOwnPackage(
  directory: string,
  { operator, progress, dryRun, openFileStore }: ImportContext,
  owner: DataApi,
): Promise<readonly string[] | undefined> {
  const manifest = await readManifest(directory);
  if (manifest === undefined || !(await canRestore(owner, manifest))) return undefined;
  await restorePackage({ directory, manifest, owner, operator, progress, openFileStore }, dryRun);
  const { records = 0, graphs = 0, account = 0, activity = 0, files = 0 } = manifest.counts;
  const counts = `${records} resource instances, ${graphs} graphs, ${account} accounts, ${activity} items of the activity stream, ${files} files`;
  const lines = [`${dryRun ? 'The package can be restored' : 'Restored'}: ${counts}`];
  return manifest.hasHashes || account === 0
    ? lines
    : [...lines, 'The package has no passwords. Use hds account password NAME to set one.'];
}
