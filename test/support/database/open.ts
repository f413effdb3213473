import type { Database } from '../../../infra/local/database/database.ts';
import type { Content } from './content.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import { openNativeDatabase } from './native.ts';

/** The native server of this run; undefined where databases are embedded. */
export function nativeServer(): string | undefined {
  const url = process.env['HDS_DATABASE_URL'] ?? '';
  return url === '' ? undefined : url;
}

/** A database of the test's own: on the native server of the run, or else an embedded one in memory. */
export async function openDatabase(content: Content): Promise<Database> {
  const server = nativeServer();
  return server === undefined ? openEmbeddedDatabase(content) : openNativeDatabase(server, content);
}
