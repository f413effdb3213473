import { rawSql } from '../../../lib/data-api/sql.ts';
import { toPreparedStatement } from '../../../lib/data-api/prepared-statements.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { dropOldStatements } from '../../../infra/schema/queries/prepare-statements.ts';
import { lockMigrations } from '../../../infra/schema/queries/schema.ts';
import { readSchema, type Schema } from '../../../infra/schema/read-schema.ts';

/** A function that the next version drops, and that the current version calls. */
export const droppedFunction = 'has_own_grants(uuid)';

/** The changes of the next version, by the object that they change: a function with stored results, and a trigger of a table with many writes. */
const changes: Readonly<Record<string, (text: string) => string>> = {
  'granted_nodegroup(integer[], integer, integer[])': (text) =>
    text.replace('begin\n', 'begin\n  -- As in the next version.\n'),
  'feature_after_insert on tile': (text) =>
    text.replace('for each statement', 'for each statement when (pg_trigger_depth() < 100)'),
};

/** Reads the schema, and changes it as a next version could: a changed table, function and trigger, and one function less. */
export async function readNextSchema(): Promise<Schema> {
  const schema = await readSchema();
  const addedMigration = {
    name: '999-checked-tiles.sql',
    checksum: 'of the next version',
    statements: ['alter table tile add column checked_at timestamptz default clock_timestamp()'],
  };
  return {
    ...schema,
    version: 'the next one',
    migrations: [...schema.migrations, addedMigration],
    definitions: schema.definitions
      .filter(({ name }) => name !== droppedFunction)
      .map((definition) => {
        const change = changes[definition.name];
        return change === undefined ? definition : { ...definition, text: change(definition.text) };
      }),
  };
}

/** Records other prepared statements as current, as a next version does, so that those of this version become the previous ones. */
export async function recordStatementsOfNextVersion(owner: DataApi): Promise<void> {
  const { name } = toPreparedStatement(rawSql(`select 'the next version'`));
  await owner.transaction(async ({ execute }) => {
    await execute(lockMigrations);
    await execute(dropOldStatements([name]));
  });
}
