import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exportPackage } from '../../../infra/cli/export/package/export-package.ts';
import { silentProgress } from '../../../infra/cli/progress.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { fileTile, type FileWorld } from './file-world.ts';
import { openLocatedWorld, pictures, type Picture } from './located-world.ts';

type Caller = 'nobody' | 'reader' | 'author' | 'reviewer' | 'administrator';
type Given = 'the original' | 'a copy' | 'a message' | 'nothing';

const open: Readonly<Record<Picture, Given>> = {
  'with a place, of a site': 'the original',
  'without a place, of a site': 'the original',
  'with a place, formerly of a site': 'the original',
  'with a place, of a site and a mill': 'the original',
  'with a place, of a mill': 'the original',
  'with a place, of a mill and a site that is closed': 'the original',
  'not examined, of a site': 'the original',
  'no picture, of a site': 'the original',
};

/* Guest and the reader may not read the places of sites. The reader has the right to read the history; authors do not have it. */
const given: Readonly<Record<Caller, Readonly<Record<Picture, Given>>>> = {
  nobody: {
    'with a place, of a site': 'a copy',
    'without a place, of a site': 'the original',
    'with a place, formerly of a site': 'nothing',
    'with a place, of a site and a mill': 'a copy',
    'with a place, of a mill': 'the original',
    'with a place, of a mill and a site that is closed': 'a copy',
    'not examined, of a site': 'a message',
    'no picture, of a site': 'a message',
  },
  reader: {
    'with a place, of a site': 'a copy',
    'without a place, of a site': 'the original',
    'with a place, formerly of a site': 'a copy',
    'with a place, of a site and a mill': 'a copy',
    'with a place, of a mill': 'the original',
    'with a place, of a mill and a site that is closed': 'a copy',
    'not examined, of a site': 'a message',
    'no picture, of a site': 'a message',
  },
  author: {
    ...open,
    'with a place, formerly of a site': 'nothing',
    'with a place, of a mill and a site that is closed': 'a copy',
  },
  reviewer: { ...open, 'with a place, of a mill and a site that is closed': 'a copy' },
  administrator: open,
};

let world: FileWorld;

beforeAll(async () => {
  world = await openLocatedWorld();
}, 120_000);

afterAll(async () => world?.close());

async function send(caller: string, fileId: string, method: string): Promise<Response> {
  const { service, writers } = world;
  const path = `/files/${fileId}`;
  const writer = new Map(Object.entries(writers)).get(caller);
  return writer === undefined
    ? service.fetch(path, { method, redirect: 'manual' })
    : writer.sendRequest(method, path);
}

/** What a caller gets when it follows the link. */
async function givenTo(caller: string, fileId: string, method: string): Promise<Given> {
  const response = await send(caller, fileId, method);
  if (response.status === 404) {
    const text = method === 'HEAD' ? '' : await response.text();
    return text.includes('may say where its record is') ? 'a message' : 'nothing';
  }
  const link = response.headers.get('location') ?? '';
  const followed = await fetch(link, { method });
  const isCopy = followed.headers.get('content-disposition')?.includes('.jpg"') === true;
  return followed.ok && isCopy === link.includes('/derived/')
    ? isCopy
      ? 'a copy'
      : 'the original'
    : 'nothing';
}

describe('a picture whose metadata has a place', () => {
  it.each(Object.entries(given))(
    'is given to %s as the original only with the places of all records that hold it',
    async (caller, expected) => {
      const answers = await Promise.all(
        Object.entries(pictures).map(async ([name, fileId]) => [
          name,
          await givenTo(caller, fileId, 'GET'),
        ]),
      );
      expect(Object.fromEntries(answers)).toEqual(expected);
    },
  );

  it.each(Object.entries(given))('is given to %s by HEAD as by GET', async (caller, expected) => {
    for (const [name, fileId] of Object.entries(pictures)) {
      const withoutText = new Map(Object.entries(expected)).get(name);
      expect([name, await givenTo(caller, fileId, 'HEAD')]).toEqual([
        name,
        withoutText === 'a message' ? 'nothing' : withoutText,
      ]);
    }
  });

  it('has no place in the bytes of its copy', async () => {
    const response = await send('nobody', pictures['with a place, of a site'], 'GET');
    const copy = await fetch(response.headers.get('location') ?? '');
    expect(copy.headers.get('content-type')).toBe('image/jpeg');
    expect(copy.headers.get('content-disposition')).toBe(
      'inline; filename="with a place, of a site.jpg"',
    );
    const text = Buffer.from(await copy.arrayBuffer()).toString('latin1');
    expect(text).toContain('A. Photographer');
    expect(text).not.toContain('Camera');
  });

  it('is given to nobody else because one who may not read its place names it in another record', async () => {
    const fileId = pictures['with a place, formerly of a site'];
    const tile = fileTile(id(6300), fileId);
    const named = await world.writers.reviewer.sendRequest('POST', '/api/tiles', tile);
    expect(named.status).toBe(200);
    expect(await givenTo('nobody', fileId, 'GET')).toBe('a copy');
  });

  it('is left out of the packages of who may not read its place', async () => {
    const directory = path.join(world.folder, 'package');
    await exportPackage(world.service.stack.owner, {
      directory,
      withHashes: false,
      language: 'en-US',
      baseUrl: 'http://own.example',
      reader: { caller: world.writers.reader.accountId, name: 'writing-reader' },
      progress: silentProgress,
      openFileStore: () => createFolderStore({ folder: world.folder }),
    });
    const names = new Set(await readdir(path.join(directory, 'files')));
    const written = Object.entries(pictures).filter(([, fileId]) => names.has(fileId));
    expect(written.map(([name]) => name)).toEqual([
      'without a place, of a site',
      'with a place, of a mill',
    ]);
  });

  it('takes one call of the database', async () => {
    const calls = await world.service.countCalls(() =>
      send('nobody', pictures['with a place, of a site'], 'GET'),
    );
    expect(calls).toBe(1);
  });
});
