import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openVisitor, type Visitor } from '../oauth/visitor.ts';
import { files, missingFile, millPath, openFileWorld, type FileWorld } from './file-world.ts';

let world: FileWorld;
/** A browser in which an author is signed in, who may read plans. */
let author: Visitor;

beforeAll(async () => {
  world = await openFileWorld();
  author = openVisitor(world.service);
  await author.signIn('writing-author');
}, 120_000);

afterAll(async () => world?.close());

const closedFile = `/files/${files['a value in a closed nodegroup']}`;

describe('the session of a browser', () => {
  it.each([
    ['same-origin', 303],
    ['none', 303],
    ['same-site', 404],
    ['cross-site', 404],
  ])('opens a file with Sec-Fetch-Site: %s as %s', async (site, status) => {
    const response = await author.get(closedFile, { 'sec-fetch-site': site });
    expect(response.status).toBe(status);
  });

  it('opens no file without Sec-Fetch-Site, and no other data from the address bar', async () => {
    expect((await author.get(closedFile)).status).toBe(404);
    const tile = await author.get(`${millPath}?format=json`, { 'sec-fetch-site': 'none' });
    expect(tile.html).not.toContain(files['a value in a closed nodegroup']);
  });

  it('opens a file in no cache and for no other origin', async () => {
    const { headers } = await author.get(closedFile, { 'sec-fetch-site': 'none' });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('vary')).toContain('Cookie, Sec-Fetch-Site');
  });
});

describe('the page of a record', () => {
  it('links to stored files without a preview with their sizes, and names those that are not stored', async () => {
    const { html } = await author.get(millPath, { accept: 'text/html' });
    const stored = files['a value'];
    expect(html.replaceAll(/\s+/g, ' ')).toContain(
      `<a href="/files/${stored}" dir="auto">${stored}.png</a> (1 kB, no preview)`,
    );
    expect(html).toContain(
      `<span dir="auto" title="/files/${missingFile}">${missingFile}.png</span>`,
    );
  });

  it('has another entity tag once the bytes of a file are stored', async () => {
    const read = async () =>
      (await world.service.fetch(millPath, { headers: { accept: 'text/html' } })).headers.get(
        'etag',
      );
    const before = await read();
    await world.store(missingFile, 'late.png', Buffer.from('late'));
    expect(await read()).not.toBe(before);
  });
});
