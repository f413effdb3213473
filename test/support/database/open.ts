import type { Database } from '../../../infra/local/database/database.ts';
import type { DatabaseContent } from './content.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import { openNativeDatabase } from './native.ts';

/** The URL of the native server of this run; undefined if databases are embedded. */
export function nativeServerUrl(): string | undefined {
  const url = process.env['HDS_DATABASE_URL'] ?? '';
  return url === '' ? undefined : url;
}

/** Opens a new database: on the native server of the run, or embedded in memory. */
export async function openDatabase(content: DatabaseContent): Promise<Database> {
  const server = nativeServerUrl();
  return server === undefined ? openEmbeddedDatabase(content) : openNativeDatabase(server, content);
}
