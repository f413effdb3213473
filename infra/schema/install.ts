import type { Transaction } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import {
  findChangedDefinitions,
  removeObsoleteDefinitions,
  markDefinitionsGone,
  recordDefinitions,
  recordMigration,
  type InstalledDefinition,
} from '../queries/schema.ts';
import type { SchemaDefinition } from './definitions.ts';
import { sha256Hex, type Migration } from './migrations.ts';
import type { Schema } from './read-schema.ts';

const replaceable: ReadonlySet<SchemaDefinition['kind']> = new Set(['function', 'view', 'trigger']);

/** Makes a schema in an empty database, which needs none of its migrations. */
export async function installSchema(transaction: Transaction, schema: Schema): Promise<void> {
  for (const { text } of schema.definitions) await transaction.execute(rawSql(text));
  for (const migration of schema.migrations) {
    await transaction.execute(recordMigration(migration));
  }
  await transaction.execute(recordDefinitions(installedAs(schema)));
}

/** Applies migrations of tables. */
export async function applyMigrations(
  transaction: Transaction,
  migrations: readonly Migration[],
): Promise<void> {
  for (const migration of migrations) {
    for (const statement of migration.statements) await transaction.execute(rawSql(statement));
    await transaction.execute(recordMigration(migration));
  }
}

/** A function, view or trigger that is not installed as it is now. */
export type ChangedDefinition = {
  readonly definition: SchemaDefinition;
  /** Whether nothing was installed under its name. */
  readonly isNew: boolean;
};

/** The functions, views and triggers that are not installed as they are now, in an order in which they can be. */
export async function listChangedDefinitions(
  transaction: Transaction,
  schema: Schema,
): Promise<readonly ChangedDefinition[]> {
  const changed = await runQuery(transaction.execute, findChangedDefinitions(installedAs(schema)));
  const isNew = new Map(changed.map((part) => [part.name, part.isNew]));
  return schema.definitions.flatMap((definition) => {
    const state = isNew.get(dropName(definition));
    return state === undefined ? [] : [{ definition, isNew: state }];
  });
}

/** Installs functions, views and triggers in the place of what has their names. */
export async function replaceDefinitions(
  transaction: Transaction,
  parts: readonly SchemaDefinition[],
): Promise<void> {
  for (const part of parts) {
    if (part.kind === 'trigger') {
      await transaction.execute(rawSql(`drop trigger if exists ${part.name}`));
    }
    await transaction.execute(rawSql(replacing(part)));
  }
}

/**
 * Remembers what is installed, and drops what no file defines any more: triggers at once, functions and views with the version after the next.
 * @returns what was dropped
 */
export async function dropObsoleteDefinitions(
  transaction: Transaction,
  schema: Schema,
): Promise<readonly string[]> {
  const installed = installedAs(schema);
  const names = installed.map(({ name }) => name);
  await transaction.execute(recordDefinitions(installed));
  const forgotten = await runQuery(
    transaction.execute,
    removeObsoleteDefinitions(names, schema.version),
  );
  for (const statement of dropStatements(forgotten)) await transaction.execute(rawSql(statement));
  await transaction.execute(markDefinitionsGone(names, schema.version));
  return forgotten;
}

/** Drops functions together, because they may depend on one another; a statement drops one trigger only. */
function dropStatements(names: readonly string[]): readonly string[] {
  const byKind = Map.groupBy(names, (name) => name.slice(0, name.indexOf(' ')));
  return [...byKind].flatMap(([kind, group]) => {
    const objects = group.map((name) => name.slice(kind.length + 1));
    const lists = kind === 'trigger' ? objects : [objects.join(', ')];
    return lists.map((list) => `drop ${kind} if exists ${list}`);
  });
}

function installedAs(schema: Schema): readonly InstalledDefinition[] {
  return schema.definitions
    .filter(({ kind }) => replaceable.has(kind))
    .map((definition) => ({
      name: dropName(definition),
      checksum: sha256Hex(definition.text),
    }));
}

/** What would drop it, but for the word `drop`. */
function dropName({ kind, name }: SchemaDefinition): string {
  return `${kind} ${name}`;
}

function replacing({ kind, text }: SchemaDefinition): string {
  return kind === 'trigger' ? text : text.replace(/^create/, 'create or replace');
}
