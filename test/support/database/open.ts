import type { Database } from '../../../infra/local/database/database.ts';
import type { DatabaseContent } from './content.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import { openNativeDatabase } from './native.ts';
import { nativeServerUrl } from './server-url.ts';

export { nativeServerUrl } from './server-url.ts';

/** Opens a new database: on the native server of the run, or embedded in memory. */
export async function openDatabase(content: DatabaseContent): Promise<Database> {
  const server = nativeServerUrl();
  return server === undefined ? openEmbeddedDatabase(content) : openNativeDatabase(server, content);
}
