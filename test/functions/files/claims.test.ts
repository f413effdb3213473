import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { fileTile, files, openFileWorld, type FileWorld } from './file-world.ts';

let world: FileWorld;

beforeAll(async () => {
  world = await openFileWorld();
}, 120_000);

afterAll(async () => world?.close());

const closedFiles = [
  'a value of a closed record',
  'a replaced value in a closed nodegroup',
  'a withdrawn proposal',
  'nothing',
] as const;

const propose = async (tileId: string, fileId: string, options = '') =>
  world.writers.author.sendRequest('POST', `/api/tiles${options}`, fileTile(tileId, fileId));

describe('a tile that names a file', () => {
  it.each(closedFiles)(
    'is refused if its author may not read the file, which is then still unreadable: %s',
    async (holding) => {
      const fileId = files[holding];
      for (const options of ['', '?dry_run=true']) {
        const response = await propose(id(5970), fileId, options);
        expect(response.status).toBe(422);
        expect(await response.text()).toContain('unreadable_file');
      }
      const { status } = await world.writers.author.sendRequest('GET', `/files/${fileId}`);
      expect(status).toBe(404);
    },
  );

  it('is stored if its author may read the file, or nobody knows it', async () => {
    expect((await propose(id(5972), files['a value'])).status).toBe(200);
    expect((await propose(id(5973), id(5990))).status).toBe(200);
  });
});
