import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { hashBytes } from '../../../../lib/files/store-bytes.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { Statement } from '../../../../lib/data-api/sql.ts';
import { recordSummary } from '../../../../lib/queries/access-changes/change-query.ts';
import { schemaVersion } from '../../../../lib/schema-version.generated.ts';
import { readTableColumns, setLastId } from '../../export/queries/package-rows.ts';
import {
  tablesWithSequence,
  tablesAfterTiles,
  tablesBeforeTiles,
} from '../../export/queries/package-tables.ts';
import { deleteSetting, hasData } from './queries/restore-rows.ts';
import { readSetting, writeSetting } from '../../instance/queries/settings.ts';
import { CommandError } from '../../command-error.ts';
import { readFileBytes } from '../read-file.ts';
import { fileContent, ownFolder, type Manifest } from './manifest.ts';
import { restoreFiles } from './restore-files.ts';
import {
  restoreAllTiles,
  restoreTable,
  restoreViews,
  type RestoreOptions,
} from './restore-rows.ts';

/** The setting with the hash of the manifest of the package that is being restored. */
const restoredPackageSetting = 'restored_package';

/**
 * Returns whether a package can be restored: it must be complete, and the database must have either no data or only a part of the same
 * package, whose restore was interrupted.
 * @rule Imports and exports: When is an exported package restored, and when imported like any other?
 * @throws CommandError `incomplete_restore` if the database has a part of another package
 */
export async function canRestore(owner: DataApi, manifest: Manifest): Promise<boolean> {
  if (manifest.isPartial) return false;
  const begunHash = await runQuery(owner.read, readSetting(restoredPackageSetting));
  if (begunHash === hashManifest(manifest)) return true;
  if (begunHash !== undefined) {
    const message =
      'The restore of another package was interrupted. Import that package again to complete it, or use a new database.';
    throw new CommandError('incomplete_restore', message);
  }
  return !(await runQuery(owner.read, hasData()));
}

/**
 * Writes the rows of a package to a database without data, exactly as they were exported. A repeated call completes an interrupted restore.
 * @param dryRun whether the package is only checked
 * @throws CommandError `other_version`, `changed_package`; FileFormatError; the errors of the Data API
 */
export async function restorePackage(options: RestoreOptions, dryRun: boolean): Promise<void> {
  const { directory, manifest, owner } = options;
  if (manifest.schemaVersion !== schemaVersion) {
    const message = `The package was exported by another version of this software. Import it with that version, and then upgrade; or remove its folder ${ownFolder} to import it without accounts, grants and history.`;
    throw new CommandError('other_version', message);
  }
  await verifyFiles(directory, manifest);
  if (dryRun) return;
  await owner.write(writeSetting(restoredPackageSetting, hashManifest(manifest)));
  await owner.write(recordRestore(options));
  const columns = await runQuery(owner.read, readTableColumns());
  for (const table of tablesBeforeTiles) await restoreTable(options, columns, table);
  await restoreAllTiles(options);
  for (const table of tablesAfterTiles) await restoreTable(options, columns, table);
  await restoreFiles(options);
  await restoreViews(options, columns);
  await restoreLastIds(options);
  await owner.write(deleteSetting(restoredPackageSetting));
}

/**
 * Checks that the files of a package have not changed since the export, by their hashes.
 * @throws CommandError `changed_package`; FileFormatError `unreadable_file`
 */
async function verifyFiles(directory: string, { files }: Manifest): Promise<void> {
  for (const { path: name, sha256, content } of files) {
    const file = path.join(directory, name);
    const bytes = content === fileContent ? createReadStream(file) : readFileBytes(file);
    if ((await hashBytes(bytes)) === sha256) continue;
    const message = `${name} has changed since the export, so the package may be damaged. Export it again; or remove its folder ${ownFolder} to import it without accounts, grants and history.`;
    throw new CommandError('changed_package', message);
  }
}

/** Records, before the first account is written, how many accounts, groups, grants and applications the package has. */
function recordRestore({ manifest: { exportedAt, counts }, operator }: RestoreOptions): Statement {
  return recordSummary('package-restored', operator, `exported at ${exportedAt}`, {
    accounts: counts['account'] ?? 0,
    groups: counts['account_group'] ?? 0,
    memberships: counts['group_member'] ?? 0,
    grants: (counts['nodegroup_grant'] ?? 0) + (counts['resource_grant'] ?? 0),
    applications: counts['oauth_application'] ?? 0,
  });
}

async function restoreLastIds({ manifest, owner }: RestoreOptions): Promise<void> {
  for (const [table, idColumn] of Object.entries(tablesWithSequence)) {
    const lastId = manifest.lastIds[table] ?? null;
    if (lastId !== null) await owner.write(setLastId(table, idColumn, lastId));
  }
}

function hashManifest(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
