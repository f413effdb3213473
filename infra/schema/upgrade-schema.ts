import type { DataApi, Transaction } from '../../lib/data-api/client.ts';
import { DatabaseError, isTransientError } from '../../lib/data-api/errors.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import { tryAgain, tryAgainAfter, withRetries } from '../../lib/data-api/with-retries.ts';
import {
  createMigrationTable,
  hasTables,
  listAppliedMigrations,
  lockMigrations,
} from './queries/schema.ts';
import { findAffectedResults } from './affected-results.ts';
import {
  applyMigrations,
  dropObsoleteDefinitions,
  installSchema,
  listChangedDefinitions,
  replaceDefinitions,
} from './install.ts';
import type { SchemaDefinition } from './definitions.ts';
import { findPendingMigrations, MigrationRefused, type Migration } from './migrations.ts';
import type { Schema } from './read-schema.ts';
import { startRebuild } from './rebuild-results.ts';

// Each attempt waits three seconds for the lock of writers.
const maxAttempts = 20;

/**
 * Upgrades the schema of a database in one transaction. In an empty database it installs the whole schema. In any other
 * it applies the pending migrations, then replaces the functions, views and triggers whose text differs.
 * @rule Database and local stack: How is the schema brought up to date?
 * @param report called with a line for each change, and while it waits
 * @returns a line for each change
 * @throws MigrationRefused if the applied migrations do not match the files
 */
export async function upgradeSchema(
  owner: DataApi,
  schema: Schema,
  report: (line: string) => void = () => undefined,
): Promise<readonly string[]> {
  await owner.write(createMigrationTable);
  const attempt = (): Promise<readonly string[]> =>
    owner.transaction((transaction) => upgradeOnce(transaction, schema));
  const changes = await withRetries({
    maxAttempts: maxAttempts - 1,
    attempt: async (count) => {
      const result = await tryAgainAfter(isLockConflict, attempt);
      if (result === tryAgain)
        report(`waiting for writers: attempt ${count + 1} of ${maxAttempts}`);
      return result;
    },
    lastAttempt: attempt,
  });
  for (const line of changes) report(line);
  return changes;
}

/** Whether an error is a lock timeout, or a deadlock with a writer. */
function isLockConflict(error: unknown): boolean {
  return isTransientError(error) || (error instanceof DatabaseError && error.sqlState === '55P03');
}

async function upgradeOnce(transaction: Transaction, schema: Schema): Promise<readonly string[]> {
  await transaction.execute(lockMigrations);
  const appliedMigrations = await runQuery(transaction.execute, listAppliedMigrations());
  if (appliedMigrations.length === 0) {
    await refuseUnknownTables(transaction);
    await installSchema(transaction, schema);
    return ['installed the schema'];
  }
  const checksums = new Map(appliedMigrations.map(({ name, checksum }) => [name, checksum]));
  const pendingMigrations = findPendingMigrations(schema.migrations, checksums);
  if (pendingMigrations.length > 0) await lockWriters(transaction);
  await applyMigrations(transaction, pendingMigrations);
  const changes = await listChangedDefinitions(transaction, schema);
  const definitionsToCreate = changes.map(({ definition }) => definition);
  const existingDefinitions = changes
    .filter(({ isNew }) => !isNew)
    .map(({ definition }) => definition);
  const affectedResults = findAffectedResults(schema, existingDefinitions);
  const results = schema.storedResults.filter(
    (result) =>
      affectedResults.includes(result) ||
      pendingMigrations.some(({ name }) => result.afterMigrations?.includes(name) === true),
  );
  if (definitionsToCreate.some(({ kind }) => kind === 'trigger')) await lockWriters(transaction);
  await replaceDefinitions(transaction, definitionsToCreate);
  await grantTableRights(transaction, schema, pendingMigrations, definitionsToCreate);
  // Dropped before the rebuild, because obsolete triggers would fire too, and a trigger with a pending event cannot be dropped.
  const droppedNames = await dropObsoleteDefinitions(transaction, schema);
  await startRebuild(transaction, results);
  return [
    ...pendingMigrations.map(({ name }) => `applied ${name}`),
    ...definitionsToCreate.map(({ kind, name }) => `replaced ${kind} ${name}`),
    ...droppedNames.map((name) => `dropped ${name}`),
    ...results.map(({ name }) => `rebuilding: ${name}`),
  ];
}

/** Grants the rights of database roles on tables again (foundation/grants.sql) if the rights or the tables can have changed. */
async function grantTableRights(
  transaction: Transaction,
  { definitions }: Schema,
  pendingMigrations: readonly Migration[],
  changedDefinitions: readonly SchemaDefinition[],
): Promise<void> {
  const isGrantFunction = ({ name }: SchemaDefinition): boolean => name === 'grant_table_rights()';
  const mayHaveChanged = pendingMigrations.length > 0 || changedDefinitions.some(isGrantFunction);
  if (!mayHaveChanged || !definitions.some(isGrantFunction)) return;
  await transaction.execute(rawSql('select grant_table_rights()::text'));
}

async function refuseUnknownTables(transaction: Transaction): Promise<void> {
  if (await runQuery(transaction.execute, hasTables())) {
    throw new MigrationRefused(
      'This database has tables of the service, but no record of its migrations. Restore the table migration, or use an empty database.',
    );
  }
}

/** Blocks writers. The lock timeout is short, because later transactions wait for this one while it waits. */
async function lockWriters(transaction: Transaction): Promise<void> {
  await transaction.execute(rawSql(`set local lock_timeout = '3s'`));
  await transaction.execute(rawSql('lock table spatial_layer.lock_of_writers in exclusive mode'));
}
