import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { readSchema, type Schema } from '../../../infra/schema/read-schema.ts';

/** A schema in a folder, for one test. */
export type SchemaFolder = {
  readonly write: (name: string, text: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly read: () => Promise<Schema>;
  readonly close: () => Promise<void>;
};

const foundation = `create schema spatial_layer;
create table spatial_layer.lock_of_writers ();
create table schema_definition (name text primary key, checksum text not null, gone_since text);
create table stale_result (name text primary key, done_to uuid);
`;

/** Creates a folder of a schema, with only the files that every upgrade needs. */
export async function createSchemaFolder(): Promise<SchemaFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'schema-'));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  await write('foundation/tables.sql', foundation);
  await write(
    'migrations/000-foundation.sql',
    '-- The first file of the history, which every schema has.',
  );
  return {
    write,
    remove: (name) => rm(path.join(folder, name)),
    read: () => readSchema(pathToFileURL(`${folder}/`)),
    close: () => rm(folder, { recursive: true }),
  };
}
