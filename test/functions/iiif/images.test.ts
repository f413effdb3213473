import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { files, type FileWorld } from '../files/file-world.ts';
import { document, openPictureWorld, plan } from '../files/picture-world.ts';

let world: FileWorld;

beforeAll(async () => {
  world = await openPictureWorld();
}, 120_000);

afterAll(async () => world?.close());

const picture = files['a value'];
const imagePath = (fileId: string, size: string) =>
  `/iiif/images/${fileId}/full/${size}/0/default.jpg`;

const read = async (path: string, init: RequestInit = {}) =>
  world.service.fetch(path, { redirect: 'manual', ...init });

describe('the description of a picture', () => {
  it('has the sizes of its copies, and implies no larger one', async () => {
    expect(await world.service.fetchJson(`/iiif/images/${picture}/info.json`)).toEqual({
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: `https://heritage.test/iiif/images/${picture}`,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level0',
      width: 1200,
      height: 800,
      maxWidth: 1200,
      maxHeight: 800,
      sizes: [
        { width: 400, height: 267 },
        { width: 1200, height: 800 },
      ],
    });
  });

  it('has the profile of its context, and is not sent again to who has it', async () => {
    const { headers } = await read(`/iiif/images/${picture}/info.json`);
    expect(headers.get('content-type')).toBe(
      'application/ld+json; profile="http://iiif.io/api/image/3/context.json"',
    );
    const again = await read(`/iiif/images/${picture}/info.json`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

describe('a size of a picture', () => {
  it.each([
    ['max', 'page'],
    ['1200,800', 'page'],
    ['400,267', 'thumbnail'],
    ['90,', 'thumbnail'],
    ['400%2C267', 'thumbnail'],
  ])('%s is a redirect to the copy %s, which no cache stores', async (size, kind) => {
    const response = await read(imagePath(picture, size));
    expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
    const link = new URL(response.headers.get('location') ?? '');
    expect(link.pathname).toBe(`/files/derived/${picture}/${kind}.jpg`);
    const bytes = await fetch(link);
    expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(bytes.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is redirected to a link for HEAD, if that is the method', async () => {
    const response = await read(imagePath(picture, 'max'), { method: 'HEAD' });
    const link = response.headers.get('location') ?? '';
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(link)).status).toBe(403);
  });

  it.each(['full', '401,267', ',267', 'pct:50', '!400,400', '^max', '0400,267'])(
    'does not exist if no copy has it: %s',
    async (size) => {
      const response = await read(imagePath(picture, size));
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining('request max or 400,267 or 1200,800'),
      ]);
    },
  );
});

describe.each([
  ['the description', (fileId: string) => `/iiif/images/${fileId}/info.json`],
  ['a size', (fileId: string) => imagePath(fileId, 'max')],
])('%s of a picture', (_name, pathOf) => {
  it('exists only for who may read a tile or an edit that names the picture', async () => {
    const statuses = async (fileId: string) => [
      (await read(pathOf(fileId))).status < 400,
      (await world.writers.author.sendRequest('GET', pathOf(fileId))).status < 400,
    ];
    expect(await statuses(plan)).toEqual([false, true]);
    expect(await statuses(files['a proposal'])).toEqual([false, true]);
    expect(await statuses(files['a value of a closed record'])).toEqual([false, false]);
    expect(await statuses(files.nothing)).toEqual([false, false]);
  });

  it('answers for a picture that the caller may not read as for an unknown id', async () => {
    const answer = async (fileId: string) => {
      const response = await read(pathOf(fileId));
      const text = await response.text();
      return [response.status, text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')];
    };
    expect(await answer(plan)).toEqual(await answer('00000000-0000-4000-8000-999999999999'));
  });

  it('does not exist for a file without copies', async () => {
    const response = await read(pathOf(document));
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('has no copies for viewers'),
    ]);
  });
});
