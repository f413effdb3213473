import type { Transaction } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import {
  findChangedDefinitions,
  markDefinitionsGone,
  recordDefinitions,
  recordMigration,
  removeObsoleteDefinitions,
  type InstalledDefinition,
} from './queries/schema.ts';
import type { SchemaDefinition } from './definitions.ts';
import { sha256Hex, type Migration } from './migrations.ts';
import type { Schema } from './read-schema.ts';

const replaceableKinds: ReadonlySet<SchemaDefinition['kind']> = new Set([
  'function',
  'view',
  'trigger',
]);

/** Installs a schema in an empty database, and records its migrations as applied. */
export async function installSchema({ execute }: Transaction, schema: Schema): Promise<void> {
  for (const { text } of schema.definitions) await execute(rawSql(text));
  for (const migration of schema.migrations) await execute(recordMigration(migration));
  await execute(recordDefinitions(toInstalledDefinitions(schema)));
}

/** Applies migrations and records them. */
export async function applyMigrations(
  { execute }: Transaction,
  migrations: readonly Migration[],
): Promise<void> {
  for (const migration of migrations) {
    for (const statement of migration.statements) await execute(rawSql(statement));
    await execute(recordMigration(migration));
  }
}

/** A function, view or trigger whose installed text differs. `isNew`: none is installed under its name. */
export type ChangedDefinition = {
  readonly definition: SchemaDefinition;
  readonly isNew: boolean;
};

/** Lists the changed functions, views and triggers in the order of their dependencies. */
export async function listChangedDefinitions(
  transaction: Transaction,
  schema: Schema,
): Promise<readonly ChangedDefinition[]> {
  const changedNames = await runQuery(
    transaction.execute,
    findChangedDefinitions(toInstalledDefinitions(schema)),
  );
  const isNewByName = new Map(changedNames.map(({ name, isNew }) => [name, isNew]));
  return schema.definitions.flatMap((definition) => {
    const isNew = isNewByName.get(nameAfterDrop(definition));
    return isNew === undefined ? [] : [{ definition, isNew }];
  });
}

/** Creates or replaces functions, views and triggers. */
export async function replaceDefinitions(
  { execute }: Transaction,
  definitions: readonly SchemaDefinition[],
): Promise<void> {
  for (const { kind, name, text } of definitions) {
    if (kind === 'trigger') await execute(rawSql(`drop trigger if exists ${name}`));
    await execute(rawSql(kind === 'trigger' ? text : text.replace(/^create/, 'create or replace')));
  }
}

/**
 * Records the installed definitions, and drops those that no file defines any more. Triggers are dropped at once.
 * Functions and views are dropped by the version after this one, because code of the previous version can still call them.
 * @returns the names of the dropped definitions
 */
export async function dropObsoleteDefinitions(
  { execute }: Transaction,
  schema: Schema,
): Promise<readonly string[]> {
  const installed = toInstalledDefinitions(schema);
  const names = installed.map(({ name }) => name);
  await execute(recordDefinitions(installed));
  const droppedNames = await runQuery(execute, removeObsoleteDefinitions(names, schema.version));
  for (const statement of writeDropStatements(droppedNames)) await execute(rawSql(statement));
  await execute(markDefinitionsGone(names, schema.version));
  return droppedNames;
}

/**
 * Writes the drop statements. Functions are dropped together, because they can depend on one another. A statement can
 * drop only one trigger.
 */
function writeDropStatements(names: readonly string[]): readonly string[] {
  const byKind = Map.groupBy(names, (name) => name.slice(0, name.indexOf(' ')));
  return [...byKind].flatMap(([kind, group]) => {
    const objects = group.map((name) => name.slice(kind.length + 1));
    const lists = kind === 'trigger' ? objects : [objects.join(', ')];
    return lists.map((list) => `drop ${kind} if exists ${list}`);
  });
}

function toInstalledDefinitions(schema: Schema): readonly InstalledDefinition[] {
  return schema.definitions
    .filter(({ kind }) => replaceableKinds.has(kind))
    .map((definition) => ({
      name: nameAfterDrop(definition),
      checksum: sha256Hex(definition.text),
    }));
}

/** Returns the words after `drop` in the statement that drops a definition. */
function nameAfterDrop({ kind, name }: SchemaDefinition): string {
  return `${kind} ${name}`;
}
