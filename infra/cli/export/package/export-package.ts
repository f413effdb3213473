import { runQuery } from '../../../../lib/data-api/query.ts';
import type { StatementReader } from '../../../../lib/data-api/chunks.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { schemaVersion } from '../../../../lib/schema-version.generated.ts';
import { readLastIds } from '../queries/package-rows.ts';
import { tablesWithSequence } from '../queries/package-tables.ts';
import { manifestName, packageFormat, type Manifest } from '../../import/restore/manifest.ts';
import type { PackageExport, PackageOptions } from './package-export.ts';
import { openPackageFolder } from './package-folder.ts';
import { listFilesOfPackage, writeFiles } from './write-files.ts';
import { writeReadableFiles } from './write-readable.ts';
import { writeStandardFiles } from './write-models.ts';
import { writeTables } from './write-tables.ts';

/**
 * Writes the whole database, or what a caller may read, into a package folder, from one snapshot. An earlier package in the
 * folder is only replaced when the new one is complete.
 * @param owner the Data API with the role that owns the database
 * @returns the manifest of the package
 * @throws CommandError `output_not_writable`, `folder_in_use`; the errors of the Data API
 */
export async function exportPackage(owner: DataApi, options: PackageOptions): Promise<Manifest> {
  const { reader } = options;
  const exportedAt = new Date().toISOString();
  const folder = await openPackageFolder(options.directory);
  const { packageExport, lastIds, storedFiles } = await readSnapshot(owner, async (snapshot) => {
    const packageExport: PackageExport = { ...options, snapshot, folder, files: [], counts: {} };
    if (reader === null) {
      await writeStandardFiles(packageExport);
      await writeTables(packageExport);
    } else {
      await writeReadableFiles(packageExport, reader.caller);
    }
    return {
      packageExport,
      lastIds: await runQuery(
        snapshot.read,
        readLastIds(reader === null ? tablesWithSequence : {}),
        1,
      ),
      storedFiles: await listFilesOfPackage(packageExport, reader),
    };
  });
  // After the snapshot, which ends if it is not read for three minutes.
  if (storedFiles.length > 0) await writeFiles(packageExport, storedFiles, options.openFileStore());
  const manifest: Manifest = {
    format: packageFormat,
    schemaVersion,
    exportedAt,
    account: reader?.name ?? null,
    isPartial: reader !== null,
    hasHashes: options.withHashes,
    counts: packageExport.counts,
    lastIds,
    files: packageExport.files,
  };
  await folder.write(manifestName, [`${JSON.stringify(manifest, null, 2)}\n`]);
  await folder.finish();
  return manifest;
}

/**
 * Runs a task that reads one snapshot of the database, however long the task takes. The Data API
 * ends the transaction if more than three minutes pass between two reads.
 * @throws the errors of the task and of the Data API
 */
async function readSnapshot<Result>(
  dataApi: DataApi,
  task: (snapshot: StatementReader) => Promise<Result>,
): Promise<Result> {
  return dataApi.transaction(async ({ execute }) => {
    await execute(rawSql('set transaction isolation level repeatable read, read only'));
    let previousRead: Promise<unknown> = Promise.resolve();
    return task({
      // A transaction cannot run two statements at once, so each read waits for the one before.
      read: (statement) => {
        const rows = previousRead.then(() => execute(statement));
        previousRead = rows.catch(() => undefined);
        return rows;
      },
    });
  });
}
