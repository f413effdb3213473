import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { openVisitor, type ShownPage } from '../oauth/visitor.ts';
import { browserAccept, openToGuestWithHistory, sampleIds } from './data-pages.ts';

const record = `/resources/${sampleIds.resource_instance_id}`;

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await openToGuestWithHistory(service);
});

afterAll(async () => service?.close());

const readPage = async (path: string, language: string): Promise<ShownPage> =>
  openVisitor(service).get(path, { accept: browserAccept, 'accept-language': language });

describe('the page of a record', () => {
  it('is in German for a reader who asks for it', async () => {
    const { html, headers } = await readPage(record, 'de-AT, en;q=0.5');
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain('<h2>Zitieren und teilen</h2>');
    expect(html).toMatch(
      /Zuletzt geändert am\s*<time datetime="[^"]*">\d+\. \p{L}+ \d{4}<\/time>/u,
    );
    expect(headers.get('content-language')).toBe('de');
  });

  it('is in Arabic, from right to left, for a reader who asks for it', async () => {
    const { html, headers } = await readPage(record, 'ar');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<h2>الاستشهاد والمشاركة</h2>');
    expect(headers.get('content-language')).toBe('ar');
  });

  it('is in English for a reader of a language that has no words', async () => {
    const { html } = await readPage(record, 'ja');
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('<h2>Cite and share</h2>');
  });

  it('has another entity tag in each language', async () => {
    const [german, french] = [await readPage(record, 'de'), await readPage(record, 'fr')];
    expect(german.headers.get('etag')).not.toBe(french.headers.get('etag'));
  });
});

describe('a page in another language', () => {
  it.each(['/', record, '/search', '/docs', '/o/sign-in', '/no/such/page', '/resources/nothing'])(
    'tells caches that it depends on the language: %s',
    async (path) => {
      const { headers, html } = await readPage(path, 'nl');
      expect(html).toContain('<html lang="nl" dir="ltr">');
      expect(headers.get('vary')).toMatch(/(^|, )Accept-Language(,|$)/);
      expect(headers.get('content-language')).toBe('nl');
    },
  );

  it('says which of its texts are English', async () => {
    const { html } = await readPage('/search?near=nowhere', 'fr');
    expect(html).toMatch(/id="near-problem-0"><span lang="en" dir="ltr">near: /);
  });

  it('has the message of a failed sign-in in that language', async () => {
    const { status, html } = await openVisitor(service).submit(
      '/o/sign-in',
      { username: 'nobody', password: 'wrong' },
      { 'accept-language': 'es' },
    );
    expect(status).toBe(401);
    expect(html).toContain('El nombre de usuario o la contraseña no son correctos');
  });
});
