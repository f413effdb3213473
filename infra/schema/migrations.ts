import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

import { findHazards, splitStatements } from '../sql/lexer.ts';
import { formerMigrations } from './former-migrations.ts';

/** A change of tables: its name orders it, its checksum tells whether it was changed after it was applied. */
export type Migration = {
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly string[];
};

/** The database is of another history than these files, or a file cannot be sent through the Data API. */
export class MigrationRefused extends Error {
  readonly code = 'migration_refused';
}

/**
 * Reads the migrations of a folder in the order of their names. Line ends do not count in the checksum.
 * @param folder where the `NNN-title.sql` files are
 * @throws MigrationRefused when a file holds text that the Data API would rewrite
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
 * The text of a file of SQL, with the line ends of Unix.
 * @throws MigrationRefused when it holds text that the Data API would rewrite
 */
export async function readSqlFile(name: string, file: URL): Promise<string> {
  const content = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  const [hazard] = findHazards(content);
  if (hazard === undefined) return content;
  throw new MigrationRefused(`${name}: ${hazard.message} Write it another way.`);
}

/** The SHA-256 of a text, in hexadecimal digits. */
export function sha256Hex(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * The migrations that a database does not have yet. One that was made by the numbered files of before has none of them.
 * @param applied the checksums of those that it has, by name
 * @throws MigrationRefused when one of these was changed, or is no file any more
 */
export function findPendingMigrations(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): readonly Migration[] {
  if (isFormer(applied)) return migrations;
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (known.get(name) !== checksum) throw refused(name, known.has(name));
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

function isFormer(applied: ReadonlyMap<string, string>): boolean {
  const former = Object.entries(formerMigrations);
  return (
    applied.size === former.length &&
    former.every(([name, checksums]) => checksums.includes(applied.get(name) ?? ''))
  );
}

function refused(name: string, isThere: boolean): MigrationRefused {
  if (isThere) {
    return new MigrationRefused(
      `${name} was changed after it was applied to this database. ` +
        'Put the file back as it was and write the change as a new migration.',
    );
  }
  return new MigrationRefused(
    name in formerMigrations
      ? `This database was made by numbered files (${name}), but not by all of them as they were last. ` +
          'Bring it up to date with the last version of the service that had them, then with this one.'
      : `${name} was applied to this database, and there is no such file. ` +
          'Use the version of the service that has it, or a later one.',
  );
}
