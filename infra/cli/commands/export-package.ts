import type { Command } from 'commander';

import { settings } from '../../../lib/settings.ts';
import type { Connection } from '../connection.ts';
import { exportPackage } from '../export/package/export-package.ts';
import { withProgress } from '../progress.ts';
import { command, withDatabaseAction } from '../run-command.ts';

type PackageOptions = { readonly withHashes?: boolean };

/** `hds export package`: everything that the database has, as a package folder. */
export function exportPackageCommand(): Command {
  return withDatabaseAction(
    command('package', 'everything, as a package folder that "hds import package" restores')
      .argument('<directory>', 'a new folder, or one with an earlier export, which is replaced')
      .option(
        '--with-hashes',
        'with the hashes of passwords and of secrets of applications, so that people can sign in afterwards',
      ),
    writePackage,
  );
}

async function writePackage(
  { owner }: Connection,
  directory: string,
  { withHashes = false }: PackageOptions,
): Promise<readonly string[]> {
  const { baseUrl, language } = settings();
  const { counts } = await withProgress((progress) =>
    exportPackage(owner, { directory, withHashes, language, baseUrl, progress }),
  );
  return [
    `${counts['records'] ?? 0} resource instances and ${counts['graphs'] ?? 0} graphs in ${directory}`,
  ];
}
