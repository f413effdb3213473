import { readdir } from 'node:fs/promises';

import { parseDefinitions, type SchemaDefinition } from './definitions.ts';
import { sha256Hex, readMigrations, readSqlFile, type Migration } from './migrations.ts';
import { sortDefinitions } from './sort-definitions.ts';
import { storedResults, functionsWithoutResult, type StoredResult } from './stored-results.ts';

/** The definitions of a schema, and how to upgrade a database to it. */
export type Schema = {
  /** In the order of their dependencies. */
  readonly definitions: readonly SchemaDefinition[];
  readonly migrations: readonly Migration[];
  readonly storedResults: readonly StoredResult[];
  readonly functionsWithoutResult: readonly string[];
  /** A hash of all definitions, so that it changes with each of them. */
  readonly version: string;
};

/**
 * Reads a schema: its definitions in `<subject>/*.sql`, and the changes of tables in `migrations/NNN-title.sql`.
 * @throws MigrationRefused for text that the Data API would rewrite, CircularSchema
 */
export async function readSchema(folder: URL = new URL('./', import.meta.url)): Promise<Schema> {
  const files = (await readdir(folder, { recursive: true }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.sql') && !file.startsWith('migrations/'))
    .sort();
  const definitions = await Promise.all(
    files.map(async (file) =>
      parseDefinitions(file, await readSqlFile(file, new URL(file, folder))),
    ),
  );
  const sortedDefinitions = sortDefinitions(definitions.flat());
  return {
    definitions: sortedDefinitions,
    migrations: await readMigrations(new URL('migrations/', folder)),
    storedResults,
    functionsWithoutResult,
    version: sha256Hex(sortedDefinitions.map(({ text }) => text).join('\n')),
  };
}
