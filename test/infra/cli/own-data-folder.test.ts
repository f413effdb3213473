import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { readDataFolderLock } from '../../../infra/local/data-folder.ts';
import { withJsonFile, withTemporaryFolder } from '../../support/temporary-file.ts';
import { runHdsProcess } from './command.ts';
import { monumentGraph } from './import/monuments.ts';

describe('the command line on its own data folder', () => {
  it('creates the database, keeps the imported data, and releases the folder', () =>
    withTemporaryFolder(async (folder) => {
      const settings = { HDS_DATA_DIR: path.join(folder, 'own') };
      const imported = await withJsonFile(monumentGraph(), (graph) =>
        runHdsProcess(settings, ['import', 'graphs', graph]),
      );
      expect(imported).toMatchObject({ code: 0 });
      expect(await readDataFolderLock(settings.HDS_DATA_DIR)).toBeUndefined();
      expect((await runHdsProcess(settings, ['info'])).out).toContain('Monument (resource model');
    }));
});
