import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

import * as z from 'zod';

import { sha256Hex } from '../../../infra/schema/migrations.ts';
import { splitStatements } from '../../../infra/sql/lexer.ts';
import { createMigrationTable, recordMigration } from '../../../infra/schema/queries/schema.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';

const filesSchema = z.array(z.strictObject({ name: z.string(), text: z.string() }));

/** Fills a database with the numbered migration files of former versions, each in a transaction of its own. */
export async function applyFormerFiles(owner: DataApi): Promise<void> {
  const packed = await readFile(new URL('./former-migrations.json.gz', import.meta.url));
  await owner.write(createMigrationTable);
  for (const { name, text } of filesSchema.parse(JSON.parse(gunzipSync(packed).toString('utf8')))) {
    await owner.transaction(async ({ execute }) => {
      for (const statement of splitStatements(text)) await execute(rawSql(statement));
      await execute(recordMigration({ name, checksum: sha256Hex(text) }));
    });
  }
}
