import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { files, millPath, type FileWorld } from '../files/file-world.ts';
import {
  describedMill,
  describedPicture,
  largeMill,
  manyPictures,
  openPictureWorld,
  plannedMill,
} from '../files/picture-world.ts';

let world: FileWorld;

beforeAll(async () => {
  world = await openPictureWorld();
}, 120_000);

afterAll(async () => world?.close());

const pathOf = (mill: string) => `/iiif/${mill}/manifest`;
const mill = millPath.slice('/resources/'.length);

const manifestSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })) });

/** The pictures that a manifest names for a caller. */
async function readPictures(caller: keyof FileWorld['writers'] | 'nobody') {
  const read = async (path: string) =>
    caller === 'nobody'
      ? world.service.fetchJson(path)
      : (await world.writers[caller].sendRequest('GET', path)).json();
  const { items } = manifestSchema.parse(await read(pathOf(mill)));
  return items.map((canvas) => canvas.id.split('/').at(-1));
}

describe('the manifest of a record', () => {
  it('has a canvas for each picture that has copies, with its texts in all languages', async () => {
    expect(await world.service.fetchJson(pathOf(describedMill))).toMatchObject({
      '@context': 'http://iiif.io/api/presentation/3/context.json',
      id: `https://heritage.test/iiif/${describedMill}/manifest`,
      type: 'Manifest',
      label: { none: [describedMill] },
      requiredStatement: { value: { en: ['Ada Miller'] } },
      homepage: [{ id: `https://heritage.test/resources/${describedMill}` }],
      items: [
        {
          type: 'Canvas',
          width: 1200,
          height: 800,
          label: { en: ['The mill from the south'], de: ['Die Mühle von Süden'] },
          summary: { en: ['After the repair & the fire'] },
          requiredStatement: { label: { en: ['Attribution'] }, value: { en: ['Ada Miller'] } },
          items: [
            {
              items: [
                {
                  motivation: 'painting',
                  body: {
                    id: `https://heritage.test/iiif/images/${describedPicture}/full/max/0/default.jpg`,
                    label: { en: ['A mill with four sails'] },
                    service: [{ type: 'ImageService3', profile: 'level0' }],
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('has the pictures in the order of the tiles, with one call', async () => {
    await world.service.fetchJson(pathOf(largeMill));
    let document: unknown;
    const calls = await world.service.countCalls(async () => {
      document = await world.service.fetchJson(pathOf(largeMill));
    });
    expect(calls).toBe(1);
    const { items } = manifestSchema.parse(document);
    expect(items.map((canvas) => canvas.id.split('/').at(-1))).toEqual(manyPictures);
  });

  it.each([
    ['nobody', ['a value']],
    ['reader', ['a value']],
    ['author', ['a value', 'a value in a closed nodegroup']],
    ['reviewer', ['a value', 'a value in a closed nodegroup']],
    ['administrator', ['a value', 'a value in a closed nodegroup']],
  ] as const)(
    'names for %s only pictures of values that this caller may read',
    async (caller, readable) => {
      expect(await readPictures(caller)).toEqual(readable.map((holding) => files[holding]));
    },
  );

  it('does not exist for a record that the caller may not see, and without readable pictures', async () => {
    for (const [path, code] of [
      [pathOf(id(5951)), 'There is no resource instance'],
      [pathOf('nothing'), 'There is no resource instance'],
      [pathOf(plannedMill), 'has no pictures that you may read'],
    ] as const) {
      const response = await world.service.fetch(path);
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining(code),
      ]);
    }
  });

  it('has the profile of its context, and is plain JSON for those who ask for that', async () => {
    const typeFor = async (accept: string) =>
      (await world.service.fetch(pathOf(mill), { headers: { accept } })).headers.get(
        'content-type',
      );
    const withProfile =
      'application/ld+json; profile="http://iiif.io/api/presentation/3/context.json"';
    expect(await typeFor('*/*')).toBe(withProfile);
    expect(await typeFor('text/html')).toBe(withProfile);
    expect(await typeFor('application/json')).toBe('application/json');
  });

  it('is not sent again to who has it, and can be read by scripts of any origin', async () => {
    const { headers } = await world.service.fetch(pathOf(mill));
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const again = await world.service.fetch(pathOf(mill), {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('is named by the page of a record with pictures, and by no other', async () => {
    const page = async (record: string) =>
      (
        await world.service.fetch(`/resources/${record}`, { headers: { accept: 'text/html' } })
      ).text();
    const address = `https://heritage.test${pathOf(mill)}`;
    const withPictures = await page(mill);
    expect(withPictures).toContain(
      `type="application/ld+json;profile=&quot;http://iiif.io/api/presentation/3/context.json&quot;" href="${address}"`,
    );
    expect(withPictures).toContain(`<input id="manifest" value="${address}"`);
    expect(withPictures).toContain(`${address}?manifest=${encodeURIComponent(address)}`);
    expect(await page(plannedMill)).not.toContain('manifest');
  });
});
