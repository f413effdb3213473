import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createFolderStore } from '../../../../lib/stores/folder-store.ts';
import { storeFile } from '../../../lib/images/examination-world.ts';
import { drawPicture } from '../../../lib/images/pictures.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';
import { id } from '../import/graphs/example.ts';

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService();
});

afterAll(async () => service?.close());

const store = async (fileId: string, bytes: Buffer): Promise<void> => {
  const folder = path.join(service.folder, 'files');
  const context = { dataApi: service.stack.dataApi, store: createFolderStore({ folder }) };
  await storeFile(context, fileId, bytes);
};

describe('hds files derive', () => {
  it('examines what waits, and lists the pictures without copies', async () => {
    await store(id(7201), await drawPicture());
    await store(id(7202), Buffer.from('%PDF-1.7'));
    await store(id(7203), Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    expect(await service.outputOf('files', 'derive')).toBe(
      `${id(7203)}: damaged\nFiles: derived 1, no_picture 1, damaged 1\n`,
    );
    expect(await service.outputOf('files', 'derive')).toBe('Files: none waited\n');
  });

  it('tries pictures again with --again, also those that ended the process', async () => {
    await store(id(7204), await drawPicture());
    await service.rows(
      `update file set examinations = 3 where file_id = '${id(7204)}' returning file_id::text`,
    );
    expect(await service.outputOf('files', 'derive')).toContain('hds files derive --again');
    expect(await service.outputOf('files', 'derive', '--again')).toBe(
      `${id(7203)}: damaged\nFiles: damaged 1, derived 1\n`,
    );
  });
});
