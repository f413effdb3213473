import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { files, missingFile, openFileWorld, type FileWorld, type Holding } from './file-world.ts';

type Caller = 'nobody' | 'reader' | 'author' | 'anotherAuthor' | 'reviewer' | 'administrator';

/*
 * Guest may read pictures, but no plans. The reader has the right to read the history as well, and the reviewer has it with plans. Authors
 * may read plans, but no history.
 */
const readableBy: Readonly<Record<Caller, readonly Holding[]>> = {
  nobody: ['a value'],
  reader: ['a value', 'a replaced value', 'a value of a deleted tile'],
  author: ['a value', 'a value in a closed nodegroup', 'a proposal'],
  anotherAuthor: ['a value', 'a value in a closed nodegroup'],
  reviewer: [
    'a value',
    'a value in a closed nodegroup',
    'a proposal',
    'a replaced value',
    'a replaced value in a closed nodegroup',
    'a withdrawn proposal',
    'a value of a deleted tile',
  ],
  administrator: [
    'a value',
    'a value in a closed nodegroup',
    'a proposal',
    'a replaced value',
    'a replaced value in a closed nodegroup',
    'a withdrawn proposal',
    'a value of a closed record',
    'a value of a deleted record',
    'a value of a deleted tile',
  ],
};

let world: FileWorld;

beforeAll(async () => {
  world = await openFileWorld();
}, 120_000);

afterAll(async () => world?.close());

async function send(caller: string, path: string, method = 'GET'): Promise<Response> {
  const { service, writers } = world;
  const writer = new Map(Object.entries(writers)).get(caller);
  return writer === undefined
    ? service.fetch(path, { method, redirect: 'manual' })
    : writer.sendRequest(method, path);
}

describe('GET and HEAD of a file', () => {
  it.each(Object.entries(readableBy))(
    'redirect %s to the files of values, proposals and edits that the caller may read, and to no others',
    async (caller, readable) => {
      for (const address of ['files', 'temp_file'])
        for (const method of ['GET', 'HEAD'])
          for (const [holding, fileId] of Object.entries(files)) {
            const { status } = await send(caller, `/${address}/${fileId}`, method);
            const isReadable = readable.some((name) => name === holding);
            expect([address, method, holding, status]).toEqual([
              address,
              method,
              holding,
              isReadable ? 303 : 404,
            ]);
          }
    },
  );

  it('answer the same for files that are unknown, unreadable, or whose name is no id', async () => {
    const read = async (fileId: string) => {
      const response = await send('nobody', `/files/${fileId}`);
      const { requestId: _requestId, ...problem } = Object(await response.json());
      return [response.status, problem];
    };
    const unknown = await read(id(5999));
    expect(unknown[0]).toBe(404);
    for (const fileId of [...Object.values(files).slice(1), '..%2Fsecret', 'picture.png'])
      expect(await read(fileId)).toEqual(unknown);
  });

  it('say that the bytes are not stored, only to who may read the tile', async () => {
    const response = await send('nobody', `/files/${missingFile}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('The bytes of this file are not stored here.');
  });

  it('ignore the parameter of the platform for thumbnails', async () => {
    const response = await send('nobody', `/files/${files['a value']}?thumbnail=true`);
    expect(response.status).toBe(303);
  });

  it('take one call of the database', async () => {
    const calls = await world.service.countCalls(() =>
      send('nobody', `/files/${files['a value']}`),
    );
    expect(calls).toBe(1);
  });

  it('are not stored by caches', async () => {
    const response = await send('nobody', `/files/${files['a value']}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
