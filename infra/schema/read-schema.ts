import { readdir } from 'node:fs/promises';

import { parseDefinitions, type SchemaDefinition } from './definitions.ts';
import { sha256Hex, readMigrations, readSqlFile, type Migration } from './migrations.ts';
import { sortDefinitions } from './sort-definitions.ts';
import { storedResults, withoutResult, type StoredResult } from './stored-results.ts';

/** What the database is made of, and how one that is there already gets there. */
export type Schema = {
  /** In an order in which they can be installed. */
  readonly definitions: readonly SchemaDefinition[];
  readonly migrations: readonly Migration[];
  /** What is stored as the result of functions, and the functions of triggers that store no result. */
  readonly storedResults: readonly StoredResult[];
  readonly withoutResult: readonly string[];
  /** Another one for each change of a definition. */
  readonly version: string;
};

/**
 * Reads a schema: `<subject>/*.sql` are its definitions, `migrations/NNN-title.sql` the changes of tables.
 * @param folder by default this project's
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
  const ordered = sortDefinitions(definitions.flat());
  return {
    definitions: ordered,
    migrations: await readMigrations(new URL('migrations/', folder)),
    storedResults,
    withoutResult,
    version: sha256Hex(ordered.map(({ text }) => text).join('\n')),
  };
}
