import type { DataApi, Transaction } from '../../lib/data-api/client.ts';
import { DatabaseError, isTransientError } from '../../lib/data-api/errors.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import {
  listAppliedMigrations,
  hasTables,
  lockMigrations,
  createMigrationTable,
} from '../queries/schema.ts';
import { findAffectedResults } from './affected-results.ts';
import {
  applyMigrations,
  listChangedDefinitions,
  dropObsoleteDefinitions,
  installSchema,
  replaceDefinitions,
} from './install.ts';
import { MigrationRefused, findPendingMigrations } from './migrations.ts';
import type { Schema } from './read-schema.ts';
import { startRebuild } from './rebuild-results.ts';

/** How often the lock of the writers is tried for, three seconds each time. */
const attempts = 20;

/**
 * Brings the schema of a database to a version, in one transaction: an empty one gets all of it; another one the migrations of tables that it
 * lacks, and functions, views and triggers where their text differs.
 * @param report called with what was done, and with what is waited for
 * @returns what was done, in words
 * @throws MigrationRefused where the database has another history
 */
export async function upgradeSchema(
  owner: DataApi,
  schema: Schema,
  report: (line: string) => void = () => undefined,
): Promise<readonly string[]> {
  await owner.write(createMigrationTable);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const done = await owner.transaction((transaction) => upgradeOnce(transaction, schema));
      for (const line of done) report(line);
      return done;
    } catch (error) {
      if (!isSomebodyWriting(error) || attempt === attempts) throw error;
      report(`somebody is writing: attempt ${attempt + 1} of ${attempts}`);
    }
  }
}

/** The lock was not there in time, or a writer who has a table already waited for it in turn. */
function isSomebodyWriting(error: unknown): boolean {
  return isTransientError(error) || (error instanceof DatabaseError && error.sqlState === '55P03');
}

async function upgradeOnce(transaction: Transaction, schema: Schema): Promise<readonly string[]> {
  await transaction.execute(lockMigrations);
  const applied = await runQuery(transaction.execute, listAppliedMigrations());
  if (applied.length === 0) {
    await refuseTables(transaction);
    await installSchema(transaction, schema);
    return ['installed the schema'];
  }
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const pending = findPendingMigrations(schema.migrations, checksums);
  if (pending.length > 0) await lockWriters(transaction);
  await applyMigrations(transaction, pending);
  const parts = await listChangedDefinitions(transaction, schema);
  const changed = parts.map(({ definition }) => definition);
  const replaced = parts.filter(({ isNew }) => !isNew).map(({ definition }) => definition);
  const affected = findAffectedResults(schema, replaced);
  const results = schema.storedResults.filter(
    (one) =>
      affected.includes(one) ||
      pending.some(({ name }) => one.afterMigrations?.includes(name) === true),
  );
  if (changed.some(({ kind }) => kind === 'trigger')) await lockWriters(transaction);
  await replaceDefinitions(transaction, changed);
  // Before the rebuild: obsolete triggers would fire beside the new ones, and one with a pending event cannot be dropped.
  const forgotten = await dropObsoleteDefinitions(transaction, schema);
  await startRebuild(transaction, results);
  return [
    ...pending.map(({ name }) => `applied ${name}`),
    ...changed.map(({ kind, name }) => `replaced ${kind} ${name}`),
    ...forgotten.map((name) => `dropped ${name}`),
    ...results.map(({ name }) => `makes anew: ${name}`),
  ];
}

async function refuseTables(transaction: Transaction): Promise<void> {
  if (await runQuery(transaction.execute, hasTables())) {
    throw new MigrationRefused(
      'This database has tables of the service, but does not say by which migrations. Restore the table migration, or begin with an empty database.',
    );
  }
}

/** Nobody writes from here on, and nothing of the run waits for long: who waits for a table keeps all others waiting. */
async function lockWriters(transaction: Transaction): Promise<void> {
  await transaction.execute(rawSql(`set local lock_timeout = '3s'`));
  await transaction.execute(rawSql('lock table spatial_layer.lock_of_writers in exclusive mode'));
}
