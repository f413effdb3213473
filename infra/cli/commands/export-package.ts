import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { createAccountDataApi } from '../../../lib/exports/account-data-api.ts';
import { AccountNotActive } from '../../../lib/exports/errors.ts';
import type { Caller } from '../../../lib/model/accounts/caller.ts';
import { settings } from '../../../lib/settings.ts';
import { anonymousName, normalizeName } from '../accounts/account-names.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import { withProgress } from '../progress.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { requireAccount } from '../unknown-name-errors.ts';

type PackageOptions = { readonly withHashes?: boolean; readonly as?: string };

/** `hds export package`: writes all data, or what an account may read, as a package folder. */
export function exportPackageCommand(): Command {
  return withDatabaseAction(
    defineCommand('package', 'all data, as a package folder that "hds import package" restores')
      .argument('<directory>', 'a new folder, or one with an earlier export, which is replaced')
      .option(
        '--with-hashes',
        'include the hashes of passwords and of secrets of applications, so that people can sign in after a restore',
      )
      .option(
        '--as <account>',
        `only what an account may read, without accounts, grants and history; ${anonymousName} for the group Guest`,
        normalizeName,
      ),
    writePackage,
  );
}

async function writePackage(
  { owner, openFileStore }: Connection,
  directory: string,
  { withHashes = false, as: name }: PackageOptions,
): Promise<readonly string[]> {
  const { exportPackage } = await import('../export/package/export-package.ts');
  const { baseUrl, language } = settings();
  const reader = name === undefined ? null : { name, caller: await findCaller(owner, name) };
  const { counts } = await withProgress((progress) =>
    exportPackage(owner, {
      directory,
      withHashes,
      language,
      baseUrl,
      reader,
      progress,
      openFileStore,
    }),
  );
  return [
    `${counts['records'] ?? 0} resource instances and ${counts['graphs'] ?? 0} graphs in ${directory}`,
    ...formatFileCounts(counts),
  ];
}

function formatFileCounts({
  files = 0,
  missing_files: missing = 0,
}: Readonly<Record<string, number>>): readonly string[] {
  const missingPart =
    missing === 0 ? '' : `; ${missing} left out, because their bytes are missing or damaged`;
  return files + missing === 0 ? [] : [`${files} files${missingPart}`];
}

/** Finds the account whose rights count. @throws CommandError if it does not exist or is deactivated */
async function findCaller(owner: DataApi, username: string): Promise<Caller> {
  if (username === anonymousName) return null;
  const { accountId: id } = await requireAccount(owner, username);
  try {
    // This read fails if the account is deactivated. Its result is not used.
    await createAccountDataApi(owner, { id, username, isActive: true }).read(rawSql('select 1'));
    return id;
  } catch (error) {
    if (!(error instanceof AccountNotActive)) throw error;
    throw new CommandError(
      'account_not_active',
      'The account of --as is deactivated: choose another.',
    );
  }
}
