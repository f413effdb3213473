import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

import { findHazards, splitStatements } from '../sql/lexer.ts';
import { formerMigrations } from './former-migrations.ts';

/** A change of tables. The checksum detects whether the file was changed after it was applied. */
export type Migration = {
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly string[];
};

/** The applied migrations of the database do not match the files, or a file has text that the Data API would rewrite. */
export class MigrationRefused extends Error {
  readonly code = 'migration_refused';
}

/**
 * Reads the `NNN-title.sql` files of a folder in the order of their names.
 * @throws MigrationRefused for text that the Data API would rewrite
 */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const content = await readSqlFile(name, new URL(name, folder));
      return { name, checksum: sha256Hex(content), statements: splitStatements(content) };
    }),
  );
}

/**
 * Reads a file of SQL, with Unix line ends.
 * @throws MigrationRefused for text that the Data API would rewrite
 */
export async function readSqlFile(name: string, file: URL): Promise<string> {
  const content = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  const [hazard] = findHazards(content);
  if (hazard === undefined) return content;
  throw new MigrationRefused(`${name}: ${hazard.message} Write it another way.`);
}

/** Computes a SHA-256 in hexadecimal digits. */
export function sha256Hex(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Finds the migrations that are not applied to a database. If the former numbered files created the database, these are
 * all migrations.
 * @param applied checksums by name
 * @throws MigrationRefused if an applied migration was changed or has no file
 */
export function findPendingMigrations(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): readonly Migration[] {
  if (wasCreatedByFormerFiles(applied)) return migrations;
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (checksums.get(name) !== checksum) throw createRefusal(name, checksums.has(name));
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

function wasCreatedByFormerFiles(applied: ReadonlyMap<string, string>): boolean {
  const former = Object.entries(formerMigrations);
  return (
    applied.size === former.length &&
    former.every(([name, checksums]) => checksums.includes(applied.get(name) ?? ''))
  );
}

function createRefusal(name: string, hasFile: boolean): MigrationRefused {
  if (hasFile) {
    return new MigrationRefused(
      `${name} was changed after it was applied to this database. ` +
        'Restore the file, and write the change as a new migration.',
    );
  }
  return new MigrationRefused(
    name in formerMigrations
      ? `This database was created by numbered files (${name}), but not by the last version of all of them. ` +
          'Upgrade it with the last version of the service that had these files, then with this version.'
      : `${name} was applied to this database, but there is no such file. ` +
          'Use the version of the service that has it, or a later one.',
  );
}
