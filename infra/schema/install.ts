import type { Transaction } from '../../lib/data-api/client.ts';
import { run } from '../../lib/data-api/query.ts';
import { plain } from '../../lib/data-api/sql.ts';
import {
  changedDefinitions,
  forgetDefinitions,
  noteGoneDefinitions,
  rememberDefinitions,
  rememberMigration,
  type InstalledDefinition,
} from '../queries/schema.ts';
import type { Definition } from './definitions.ts';
import { checksumOf, type Migration } from './migrations.ts';
import type { Schema } from './read-schema.ts';

const replaceable: ReadonlySet<Definition['kind']> = new Set(['function', 'view', 'trigger']);

/** Makes a schema in an empty database, which needs none of its migrations. */
export async function installAll(transaction: Transaction, schema: Schema): Promise<void> {
  for (const { text } of schema.definitions) await transaction.execute(plain(text));
  for (const migration of schema.migrations) {
    await transaction.execute(rememberMigration(migration));
  }
  await transaction.execute(rememberDefinitions(installedAs(schema)));
}

/** Applies migrations of tables. */
export async function applyMigrations(
  transaction: Transaction,
  migrations: readonly Migration[],
): Promise<void> {
  for (const migration of migrations) {
    for (const statement of migration.statements) await transaction.execute(plain(statement));
    await transaction.execute(rememberMigration(migration));
  }
}

/** A function, view or trigger that is not installed as it is now. */
export type ChangedPart = {
  readonly definition: Definition;
  /** Whether nothing was installed under its name. */
  readonly isNew: boolean;
};

/** The functions, views and triggers that are not installed as they are now, in an order in which they can be. */
export async function changedParts(
  transaction: Transaction,
  schema: Schema,
): Promise<readonly ChangedPart[]> {
  const changed = await run(transaction.execute, changedDefinitions(installedAs(schema)));
  const isNew = new Map(changed.map((part) => [part.name, part.isNew]));
  return schema.definitions.flatMap((definition) => {
    const state = isNew.get(dropName(definition));
    return state === undefined ? [] : [{ definition, isNew: state }];
  });
}

/** Installs functions, views and triggers in the place of what has their names. */
export async function replaceParts(
  transaction: Transaction,
  parts: readonly Definition[],
): Promise<void> {
  for (const part of parts) {
    if (part.kind === 'trigger') {
      await transaction.execute(plain(`drop trigger if exists ${part.name}`));
    }
    await transaction.execute(plain(replacing(part)));
  }
}

/**
 * Remembers what is installed, and drops what no file defines any more: triggers at once, functions and views with the version after the next.
 * @returns what was dropped
 */
export async function forgetFormerParts(
  transaction: Transaction,
  schema: Schema,
): Promise<readonly string[]> {
  const installed = installedAs(schema);
  const names = installed.map(({ name }) => name);
  await transaction.execute(rememberDefinitions(installed));
  const forgotten = await run(transaction.execute, forgetDefinitions(names, schema.version));
  for (const name of forgotten) {
    await transaction.execute(plain(`drop ${name.replace(' ', ' if exists ')}`));
  }
  await transaction.execute(noteGoneDefinitions(names, schema.version));
  return forgotten;
}

function installedAs(schema: Schema): readonly InstalledDefinition[] {
  return schema.definitions
    .filter(({ kind }) => replaceable.has(kind))
    .map((definition) => ({
      name: dropName(definition),
      checksum: checksumOf(definition.text),
    }));
}

/** What would drop it, but for the word `drop`. */
function dropName({ kind, name }: Definition): string {
  return `${kind} ${name}`;
}

function replacing({ kind, text }: Definition): string {
  return kind === 'trigger' ? text : text.replace(/^create/, 'create or replace');
}
