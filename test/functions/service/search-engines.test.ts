import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { hasDataPage } from '../../../lib/http/operation.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listRoutedOperations } from '../../gateway/operations.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { openSampleService, runStatement } from '../../support/sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { examplePath, readRouteExamples } from '../examples.ts';
import { browserAccept, listDataPagePaths } from '../pages/data-pages.ts';

let service: TestService;

const firstPart = `/sitemap.xml?after=${nilUuid}`;

async function readText(path: string, init?: RequestInit): Promise<string> {
  const response = await service.fetch(path, init);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** Reads a sitemap. @throws Error if anything else is in the document */
async function readLocations(
  path: string,
  [root, element]: readonly [string, string],
  init?: RequestInit,
): Promise<readonly string[]> {
  const text = await readText(path, init);
  const location = `<${element}><loc>([^<>&"']+)</loc></${element}>\n`;
  const start = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const rootStart = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  expect(text.startsWith(`${start}${rootStart}`)).toBe(true);
  expect(text.slice(start.length + rootStart.length)).toMatch(
    new RegExp(`^(?:${location})+</${root}>\n$`),
  );
  return Array.from(text.matchAll(new RegExp(location, 'g')), ([, url = '']) => url);
}

/** Reads the index and all parts. */
async function readSitemap(init?: RequestInit): Promise<readonly string[]> {
  const urls: string[] = [];
  for (const url of await readLocations('/sitemap.xml', ['sitemapindex', 'sitemap'], init)) {
    expect(url.startsWith(`${baseUrl}/sitemap.xml`)).toBe(true);
    urls.push(...(await readLocations(url.slice(baseUrl.length), ['urlset', 'url'], init)));
  }
  return urls;
}

async function listRecordUrls(headers: Readonly<Record<string, string>> = {}) {
  const response = await service.fetch('/resources/?limit=1000', { headers });
  const list: unknown = await response.json();
  return z.object({ 'ldp:contains': z.array(z.string()) }).parse(list)['ldp:contains'];
}

/** Whether the rules allow a path: the longest matching rule applies (RFC 9309, section 2.2.2). */
function isAllowed(robots: string, path: string): boolean {
  const rules = Array.from(
    robots.matchAll(/^(Allow|Disallow): (.*)$/gm),
    ([, kind, pattern = '']) => ({ isAllowing: kind === 'Allow', pattern }),
  );
  const matchingRules = rules.filter(({ pattern }) => {
    const expression = RegExp.escape(pattern).replaceAll('\\*', '.*').replace(/\\\$$/, '$');
    return new RegExp(`^${expression}`).test(path);
  });
  const [longest] = matchingRules.toSorted(
    (one, other) => other.pattern.length - one.pattern.length,
  );
  return longest?.isAllowing ?? true;
}

describe('with HDS_INDEXING=on', () => {
  let token: Readonly<Record<string, string>>;

  beforeAll(async () => {
    service = await openSampleService();
    await service.openToGuest();
    const administrator = await createTestAccount(service, 'administrator', {
      isAdministrator: true,
    });
    await createTestAccount(service, 'reader', { groups: ['Resource Editor'] });
    const { clientId } = await createTestApplication(service, administrator);
    token = bearerHeader((await fetchTokens(service, 'administrator', clientId)).access_token);
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
select '${exampleResourceId}', account_group_id, true
from account_group
where name = 'Guest'`,
    );
  });

  afterAll(async () => service?.close());

  it('robots.txt allows all pages and the sitemap', async () => {
    const robots = await readText('/robots.txt');
    const pages = (await listDataPagePaths()).filter((path) => !path.includes('?'));
    const paths = [...pages, '/resources/', '/sitemap.xml', firstPart];
    expect(paths.filter((path) => !isAllowed(robots, path))).toEqual([]);
    expect(robots).toContain(`\n\nSitemap: ${baseUrl}/sitemap.xml\n`);
  });

  it('robots.txt allows no other route, no search, no other format and no further page of a list', async () => {
    const robots = await readText('/robots.txt');
    const examples = await readRouteExamples(service);
    const { api } = await openGateway('sources');
    const otherPaths = (await listRoutedOperations(api))
      .filter(({ operation, method }) => method === 'GET' && !hasDataPage(operation))
      .map(({ operation }) => examplePath(operation, examples))
      .filter((path) => path !== '/sitemap.xml');
    expect(otherPaths).toEqual(expect.arrayContaining(['/geojson', '/o/sign-in']));
    const withQueries = (await listDataPagePaths()).flatMap((path) =>
      ['q=church', 'format=turtle', 'page=2', 'indent=1&limit=3'].flatMap((query) => [
        `${path}?${query}`,
        `${path.replace(/\/?$/, '/')}?${query}`,
      ]),
    );
    expect([...otherPaths, ...withQueries].filter((path) => isAllowed(robots, path))).toEqual([]);
  });

  it('robots.txt is a text that caches may store for a while, without a call of the database', async () => {
    expect(await service.countCalls(() => readText('/robots.txt'))).toBe(0);
    const { headers } = await service.fetch('/robots.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('the sitemap has the landing page and each record that Guest may read, and no other', async () => {
    const recordUrls = await listRecordUrls();
    const closed = `${baseUrl}/resources/${exampleResourceId}`;
    expect(recordUrls.length).toBeGreaterThan(10);
    expect(recordUrls).not.toContain(closed);
    expect(await listRecordUrls(token)).toContain(closed);
    expect(await readSitemap()).toEqual([`${baseUrl}/`, ...recordUrls]);
  });

  it('the sitemap is the same for every caller, even with an invalid token', async () => {
    const urls = await readSitemap();
    for (const headers of [token, bearerHeader('abc')]) {
      expect(await readSitemap({ headers })).toEqual(urls);
    }
  });

  it('each URL of the sitemap is a page for anonymous callers', async () => {
    await mapConcurrently(await readSitemap(), async (url) => {
      const { status, headers } = await service.fetch(url.slice(baseUrl.length), {
        headers: { accept: browserAccept },
      });
      expect([url, status, headers.get('content-type')]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
      ]);
    });
  });

  it('a part begins after any id, and is a 404 if no record follows', async () => {
    const recordUrls = await listRecordUrls();
    const [after = ''] = recordUrls.slice(4, 5).map((url) => url.slice(-36));
    expect(await readLocations(`/sitemap.xml?after=${after}`, ['urlset', 'url'])).toEqual(
      recordUrls.slice(5),
    );
    for (const [id, status] of [
      ['ffffffff-ffff-ffff-ffff-ffffffffffff', 404],
      ['nonsense', 400],
    ]) {
      expect((await service.fetch(`/sitemap.xml?after=${id}`)).status).toBe(status);
    }
  });

  it('the index and a part take one call each, have an entity tag, and are a 304 for a caller who has them', async () => {
    for (const path of ['/sitemap.xml', firstPart]) {
      expect(await service.countCalls(() => readText(path))).toBe(1);
      const { headers } = await service.fetch(path);
      expect(headers.get('content-type')).toBe('application/xml');
      expect(headers.get('cache-control')).toBe('no-cache');
      const etag = headers.get('etag') ?? '';
      const { status } = await service.fetch(path, { headers: { 'if-none-match': etag } });
      expect([path, status]).toEqual([path, 304]);
    }
  });
});

describe('with HDS_INDEXING=off', () => {
  beforeAll(async () => {
    service = await openTestService();
    process.env['HDS_INDEXING'] = 'off';
    await service.openToGuest();
  });

  afterAll(async () => service?.close());

  it('robots.txt forbids everything', async () => {
    expect(await readText('/robots.txt')).toBe('User-agent: *\nDisallow: /\n');
  });

  it('there is no sitemap, and the database is not called', async () => {
    for (const path of ['/sitemap.xml', firstPart]) {
      const calls = await service.countCalls(async () =>
        expect((await service.fetch(path)).status).toBe(404),
      );
      expect(calls).toBe(0);
    }
  });
});
