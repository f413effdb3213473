import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openVisitor, type Visitor } from '../oauth/visitor.ts';
import { files, millPath, type FileWorld } from './file-world.ts';
import {
  describedMill,
  describedPicture,
  document,
  largeMill,
  manyPictures,
  openPictureWorld,
  plan,
  plannedMill,
  waitingPicture,
} from './picture-world.ts';

let world: FileWorld;
/** A browser in which an author is signed in, who may read plans. */
let author: Visitor;

beforeAll(async () => {
  world = await openPictureWorld();
  author = openVisitor(world.service);
  await author.signIn('writing-author');
}, 120_000);

afterAll(async () => world?.close());

async function readPage(path: string, language = 'en') {
  const headers = { accept: 'text/html', 'accept-language': language };
  const response = await world.service.fetch(path, { headers });
  const html = (await response.text()).replaceAll(/\s+/g, ' ');
  return { html, headers: response.headers };
}

/** The files whose thumbnails a page shows, with the attributes of the elements. */
const listPictures = (html: string) =>
  [...html.matchAll(/<img\s([^>]*derived\/([\da-f-]+)\/thumbnail[^>]*)>/g)].map(
    ([, attributes = '', fileId = '']) => ({ attributes, fileId }),
  );

const idsOf = (html: string) => listPictures(html).map(({ fileId }) => fileId);

const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';

describe('the gallery of a record', () => {
  it('shows the thumbnails of its pictures, which lead to the files and are loaded once they are seen', async () => {
    const { html } = await readPage(`/resources/${describedMill}`);
    const [picture] = listPictures(html);
    expect(picture?.fileId).toBe(describedPicture);
    expect(picture?.attributes).toMatch(
      /alt="A mill with four sails" width="400" height="267" loading="lazy" decoding="async"/,
    );
    expect(html).toMatch(new RegExp(`<a href="/files/${describedPicture}" ?><img`));
  });

  it('names the title, the description and who is to be named', async () => {
    const { html } = await readPage(`/resources/${describedMill}`);
    expect(html).toMatch(/<figcaption> <span dir="auto">The mill from the south<\/span>/);
    expect(html).toContain('After the repair &amp; the fire');
    expect(html).toMatch(/Credit: <span dir="auto" ?>Ada Miller<\/span/);
  });

  it('has its texts in the language of the reader, and names that of others', async () => {
    const { html } = await readPage(`/resources/${describedMill}`, 'de');
    expect(html).toContain('alt="Eine Mühle mit vier Flügeln"');
    expect(html).toContain('<span dir="auto">Die Mühle von Süden</span>');
    expect(html).toMatch(/Bildnachweis: <span dir="auto" ?><span lang="en">Ada Miller<\/span>/);
  });

  it('calls a picture without texts by its name', async () => {
    const { html } = await readPage(`/resources/${largeMill}`);
    expect(listPictures(html)[0]?.attributes).toContain('alt="1.jpg"');
  });

  it('links to other files with their sizes, and says which pictures have no preview', async () => {
    const { html } = await readPage(`/resources/${describedMill}`);
    expect(html).toContain(`<a href="/files/${document}" dir="auto">report.pdf</a> (1 kB)`);
    expect(html).toContain(
      `<a href="/files/${waitingPicture}" dir="auto">new.jpg</a> (1 kB, no preview)`,
    );
  });

  it('shows each picture of forty, in their order, with one call', async () => {
    await readPage(`/resources/${largeMill}`);
    let html = '';
    const calls = await world.service.countCalls(async () => {
      ({ html } = await readPage(`/resources/${largeMill}`));
    });
    expect(calls).toBe(1);
    expect(idsOf(html)).toEqual(manyPictures);
  });

  it('shows whoever may not read a nodegroup none of its pictures, and no proposals', async () => {
    const { html } = await readPage(millPath);
    expect(idsOf(html)).toEqual([files['a value']]);
    const signedIn = await author.get(millPath, { accept: 'text/html' });
    expect(idsOf(signedIn.html).toSorted()).toEqual([
      files['a value'],
      files['a value in a closed nodegroup'],
    ]);
  });

  it('names links that can be followed without a token, and send a picture that browsers keep', async () => {
    const { html } = await readPage(`/resources/${describedMill}`);
    const link = /src="(http[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const response = await fetch(link);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(response.headers.get('cache-control')).toBe('private, max-age=900, immutable');
  });

  it('is allowed by the policy of its page', async () => {
    const { headers } = await readPage(`/resources/${describedMill}`);
    const { origin } = new URL(world.fileServer.url);
    expect(policyOf(headers)).toContain(`img-src data: blob: 'self' ${origin};`);
  });
});

describe.each([
  ['a list', '/resources/?graph=pictured-mill'],
  ['a search by conditions', '/search?graph=pictured-mill&changed=1900-01-01..'],
])('%s', (_name, path) => {
  it('shows the first picture of each record that the reader may read', async () => {
    const { html, headers } = await readPage(path);
    expect(idsOf(html)).toEqual([files['a value'], describedPicture, manyPictures[0]]);
    expect(policyOf(headers)).toContain(`img-src ${new URL(world.fileServer.url).origin};`);
    const signedIn = await author.get(path, { accept: 'text/html' });
    expect(idsOf(signedIn.html)).toContain(plan);
  });

  it('has texts in place of pictures, and the credit, only where the value has them', async () => {
    const { html } = await readPage(path);
    const [undescribed, described] = listPictures(html);
    expect(undescribed?.attributes).toContain('alt=""');
    expect(described?.attributes).toContain('alt="A mill with four sails"');
    expect(html.match(/Credit: /g)).toHaveLength(1);
  });
});

describe('a list', () => {
  it('with pictures takes no further call', async () => {
    const read = () => readPage('/resources/?graph=pictured-mill');
    await read();
    expect(await world.service.countCalls(read)).toBe(1);
  });

  it('without pictures names no host of pictures', async () => {
    const { headers } = await readPage('/resources/?q=nothing');
    expect(policyOf(headers)).not.toContain('img-src');
  });
});

describe('the results of a search for programs', () => {
  it('have the first picture of each record that has one, with its texts', async () => {
    const ids = [describedMill, plannedMill].join(',');
    expect(await world.service.fetchJson(`/resources/?ids=${ids}&format=results`)).toMatchObject({
      results: [
        {
          id: describedMill,
          picture: {
            uri: `https://heritage.test/iiif/images/${describedPicture}/full/400,267/0/default.jpg`,
            width: 400,
            height: 267,
            alternative_text: 'A mill with four sails',
            credit: 'Ada Miller',
          },
        },
        expect.not.objectContaining({ picture: expect.anything() }),
      ],
    });
  });
});
