import path from 'node:path';

import type { Settings } from '../../../lib/settings.ts';
import { holdDataFolder } from '../data-directory.ts';
import { openEmbedded } from '../database/embedded.ts';
import { openNative } from '../database/native.ts';
import { secretsInFile } from '../secrets/store.ts';
import { startDataApi } from './server.ts';

/** A local Data API with its database. */
export type LocalDataApi = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Takes the data folder, opens the database (the native one of HDS_DATABASE_URL, or else the embedded one in the folder)
 * and starts the emulator in front of it. Secrets are in a file of the data folder.
 * @throws DataFolderInUse, NativeDatabaseNotReady
 */
export async function startLocalDataApi(
  settings: Pick<Settings, 'dataDirectory' | 'databaseUrl'>,
): Promise<LocalDataApi> {
  const folder = await holdDataFolder(settings.dataDirectory);
  try {
    const database =
      settings.databaseUrl === undefined
        ? await openEmbedded({ directory: path.join(folder.directory, 'database') })
        : await openNative({ url: settings.databaseUrl });
    const server = await startDataApi({
      database,
      secrets: secretsInFile(path.join(folder.directory, 'secrets.json')),
    });
    await folder.announce(server.url);
    return {
      url: server.url,
      close: async () => {
        await server.close();
        await database.close();
        await folder.release();
      },
    };
  } catch (error) {
    await folder.release();
    throw error;
  }
}
