import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

import type { DataApi, Transaction } from '../../lib/data-api/client.ts';
import { hazards, splitStatements } from '../sql/lexer.ts';
import { plain, sql, text } from '../../lib/data-api/sql.ts';

/** A migration file: its name orders it, its checksum tells whether it was changed after it was applied. */
export type Migration = {
  readonly name: string;
  readonly checksum: string;
  /** The checksums of the file before its comments were changed: what was applied as one of them is the same. */
  readonly formerChecksums: readonly string[];
  readonly statements: readonly string[];
};

/** A file that was applied was changed or taken away afterwards, or cannot be sent through the Data API. */
export class MigrationRefused extends Error {
  readonly code = 'migration_refused';
}

/**
 * Reads the migrations of a folder in the order of their names. Line ends do not count in the checksum. A file whose
 * comments alone were changed names the checksum that it had before: `-- Applied before as <checksum>: why`.
 * @param folder where the `NNN-title.sql` files are; by default this project's
 * @throws MigrationRefused when a file holds text that the Data API would rewrite
 */
export async function readMigrations(
  folder: URL = new URL('./', import.meta.url),
): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const content = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      const [hazard] = hazards(content);
      if (hazard !== undefined) {
        throw new MigrationRefused(`${name}: ${hazard.message} Write it another way.`);
      }
      const checksum = createHash('sha256').update(content).digest('hex');
      const former = content.matchAll(/^-- Applied before as ([0-9a-f]{64}):/gm);
      const formerChecksums = [...former].flatMap(([, before]) => before ?? []);
      return { name, checksum, formerChecksums, statements: splitStatements(content) };
    }),
  );
}

/**
 * Applies the migrations that were not applied yet, each in a transaction of its own under a lock, so that two runs at
 * once apply each of them once.
 * @param onApplied called with the name of each file once it is applied
 * @returns the names of those applied now
 * @throws MigrationRefused when a file that was applied has changed
 */
export async function migrate(
  data: DataApi,
  migrations: readonly Migration[],
  onApplied: (name: string) => void = () => undefined,
): Promise<readonly string[]> {
  await data.write(
    plain(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp())',
    ),
  );
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await data.transaction((transaction) => applyOnce(transaction, migration))) {
      applied.push(migration.name);
      onApplied(migration.name);
    }
  }
  return applied;
}

async function applyOnce(transaction: Transaction, migration: Migration): Promise<boolean> {
  await transaction.execute(plain('lock table migration in exclusive mode'));
  const [stored] = await transaction.execute(
    sql`select checksum from migration where name = ${text(migration.name)}`,
  );
  if (stored !== undefined) {
    const [applied] = stored;
    const same = [migration.checksum, ...migration.formerChecksums];
    if (typeof applied === 'string' && same.includes(applied)) return false;
    throw new MigrationRefused(
      `${migration.name} was changed after it was applied to this database. ` +
        'Put the file back as it was and write the change as a new migration.',
    );
  }
  for (const statement of migration.statements) await transaction.execute(plain(statement));
  await transaction.execute(
    sql`insert into migration (name, checksum) values (${text(migration.name)}, ${text(migration.checksum)})`,
  );
  return true;
}
