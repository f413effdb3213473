import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

import * as z from 'zod';

import { checksumOf } from '../../../infra/schema/migrations.ts';
import { splitStatements } from '../../../infra/sql/lexer.ts';
import { makeMigrationTable, rememberMigration } from '../../../infra/queries/schema.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { plain } from '../../../lib/data-api/sql.ts';

const former = z.array(z.strictObject({ name: z.string(), text: z.string() }));

/** Makes a database as the numbered files made it that were there before the schema by subject, each in a transaction of its own. */
export async function applyFormerFiles(owner: DataApi): Promise<void> {
  const packed = await readFile(new URL('./former-migrations.json.gz', import.meta.url));
  await owner.write(makeMigrationTable);
  for (const { name, text } of former.parse(JSON.parse(gunzipSync(packed).toString('utf8')))) {
    await owner.transaction(async ({ execute }) => {
      for (const statement of splitStatements(text)) await execute(plain(statement));
      await execute(rememberMigration({ name, checksum: checksumOf(text) }));
    });
  }
}
