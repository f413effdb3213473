import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { fileTile, openFileWorld, type FileWorld } from './file-world.ts';
import { announce, upload } from './upload-form.ts';

let world: FileWorld;

beforeAll(async () => {
  // The tiles of the world name files that are stored later.
  world = await openFileWorld();
  vi.stubEnv('HDS_FILES', 'required');
  vi.stubEnv('HDS_UPLOAD_FILES', '5');
  vi.stubEnv('HDS_UPLOAD_MEGABYTES', '1');
  const { resetProcess } = await import('../../../lib/once-per-process.ts');
  resetProcess();
}, 120_000);

afterAll(async () => {
  await world?.close();
  vi.unstubAllEnvs();
});

const file = (size: number) => ({ name: 'mill.png', type: 'image/png', size });

describe('an account', () => {
  it('announces only so many files a day, even at the same time, and learns when it may again', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, async () => announce(world.writers.author, file(1))),
    );
    const countOf = (status: number): number =>
      responses.filter((response) => response.status === status).length;
    expect([countOf(201), countOf(429)]).toEqual([5, 3]);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused?.json()).toMatchObject({ code: 'upload_quota_used' });
  });

  it('announces only so many bytes a day', async () => {
    const { anotherAuthor } = world.writers;
    expect((await announce(anotherAuthor, file(600_000))).status).toBe(201);
    expect((await announce(anotherAuthor, file(600_000))).status).toBe(429);
    expect((await announce(anotherAuthor, file(400_000))).status).toBe(201);
  });
});

describe('with HDS_FILES=required', () => {
  it.each(['', '?dry_run=true'])(
    'a tile may not name a file that nothing knows %s',
    async (query) => {
      const tile = fileTile(id(7001), id(7000));
      const response = await world.writers.reviewer.sendRequest('POST', `/api/tiles${query}`, tile);
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('unknown_file');
    },
  );

  it('a tile may name an uploaded file', async () => {
    const { reviewer } = world.writers;
    const tile = fileTile(id(7003), await upload(reviewer));
    expect((await reviewer.sendRequest('POST', '/api/tiles', tile)).status).toBe(200);
  });
});
