import { toPreparedStatement } from '../../lib/data-api/prepared-statements.ts';
import { sha256Hex } from './migrations.ts';
import { listStatementsToPrepare } from './prepared-statements.ts';
import type { Schema } from './read-schema.ts';

/**
 * Computes the version of everything that an upgrade installs: the definitions of the schema and the prepared statements.
 * @rule Database and local stack: Does the database fit the code?
 * @returns 16 hexadecimal digits
 */
export async function computeSchemaVersion(schema: Pick<Schema, 'version'>): Promise<string> {
  const names = (await listStatementsToPrepare()).map(
    (statement) => toPreparedStatement(statement).name,
  );
  return sha256Hex([schema.version, ...names.toSorted()].join('\n')).slice(0, 16);
}
