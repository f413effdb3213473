import path from 'node:path';

import type { Settings } from '../../../lib/settings.ts';
import { lockDataFolder } from '../data-folder.ts';
import type { Database } from '../database/database.ts';
import { openEmbeddedPostgres } from '../database/embedded.ts';
import { openNativePostgres } from '../database/native.ts';
import type { TemplateName } from '../database/template.ts';
import { createFileSecretStore } from '../secrets/secret-store.ts';
import { startDataApiEmulator } from './emulator.ts';

export type LocalDataApi = {
  readonly url: string;
  /** Resolves when the database is open; rejects if it cannot be opened. Requests wait until then. */
  readonly opened: Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Locks the data folder, starts the emulator, and opens its database: the native one of HDS_DATABASE_URL, or the embedded one in
 * the folder. Secrets are in a file in the folder.
 * @param template the template from which a new embedded database is created
 * @throws DataFolderInUse
 */
export async function startLocalDataApi(
  settings: Pick<Settings, 'dataDirectory' | 'databaseUrl' | 'exportFolder' | 'fileFolder'>,
  template: TemplateName = 'empty',
): Promise<LocalDataApi> {
  const folder = await lockDataFolder(settings.dataDirectory);
  try {
    const databasePromise: Promise<Database> =
      settings.databaseUrl === undefined
        ? openEmbeddedPostgres({ directory: path.join(folder.directory, 'database'), template })
        : openNativePostgres({ url: settings.databaseUrl });
    const opened = databasePromise.then(() => undefined);
    // Prevents an unhandled rejection: requests report the error, but perhaps none has come yet.
    opened.catch(() => undefined);
    const server = await startDataApiEmulator({
      database: deferDatabase(databasePromise),
      secrets: createFileSecretStore(path.join(folder.directory, 'secrets.json')),
      exportFolder: settings.exportFolder,
      fileFolder: settings.fileFolder,
    });
    await folder.publishUrl(server.url);
    return {
      url: server.url,
      opened,
      close: async () => {
        await server.close();
        await databasePromise.then(
          (database) => database.close(),
          () => undefined,
        );
        await folder.release();
      },
    };
  } catch (error) {
    await folder.release();
    throw error;
  }
}

/** Wraps a database that is being opened. Its callers wait until it is open. */
function deferDatabase(databasePromise: Promise<Database>): Database {
  return {
    borrowSession: async (role) => (await databasePromise).borrowSession(role),
    close: async () => (await databasePromise).close(),
  };
}
