import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  deactivateTestAccount,
  fetchTokens,
} from '../../support/accounts.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { openVisitor, type ShownPage, type Visitor } from '../oauth/visitor.ts';
import {
  browserAccept,
  listDataPagePaths,
  openToGuestWithHistory,
  sampleIds,
} from './data-pages.ts';

const pagePaths = await listDataPagePaths();
const record = `/resources/${sampleIds.resource_instance_id}`;
/** The name of the record. */
const recordName = 'Hadrian’s Wall';

let service: TestService;
/** A browser in which an account with all rights is signed in. Guest may read nothing. */
let reader: Visitor;

beforeAll(async () => {
  service = await openSampleService();
  await createTestAccount(service, 'reader', { isAdministrator: true });
  await createTestAccount(service, 'nobody');
  reader = openVisitor(service);
  await reader.signIn('reader');
});

afterAll(async () => service?.close());

/** Opens a page as a browser does. */
const open = (
  visitor: Visitor,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ShownPage> => visitor.get(path, { accept: browserAccept, ...headers });

const fetchSites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none'] as const;

/** What browsers send for requests that no page of the service makes. */
const otherSites = fetchSites.filter((site) => site !== 'same-origin');

const siteHeader = (site: string | undefined): Readonly<Record<string, string>> =>
  site === undefined ? {} : { 'sec-fetch-site': site };

describe('a page that a browser with a session opens', () => {
  it.each(pagePaths)(
    'names the account, and is neither stored nor readable by scripts: %s',
    async (path) => {
      const { status, html, headers } = await open(reader, path);
      expect({ status, cache: headers.get('cache-control') }).toEqual({
        status: 200,
        cache: 'private, no-store',
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('etag')).toBeNull();
      expect(html).toContain('reader');
      expect(html).toContain('Sign out');
    },
  );

  it.each(pagePaths)('takes one Data API call: %s', async (path) => {
    await open(reader, path);
    expect(await service.countCalls(() => open(reader, path))).toBe(1);
  });

  it('shows what the account may see', async () => {
    const { status, html } = await open(reader, record);
    expect(status).toBe(200);
    expect(html).toContain(recordName);
  });

  it('shows what the account may see, with the largest id that an account can have', async () => {
    const accountId = await createTestAccount(service, 'last');
    await runStatement(
      service,
      `update account set account_id = ${2 ** 31 - 1}, is_administrator = true where account_id = ${accountId}`,
    );
    const visitor = openVisitor(service);
    await visitor.signIn('last');
    expect((await open(visitor, record)).html).toContain(recordName);
  });

  it('is not found for an account that may not see it', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('nobody');
    const { status, html } = await open(visitor, record);
    expect(status).toBe(404);
    expect(html).not.toContain(recordName);
  });
});

describe('the session of a browser', () => {
  it('opens other formats for links of our own pages, unreadable for other origins and in no cache', async () => {
    const { status, html, headers } = await reader.get(`${record}?format=json`, {
      accept: browserAccept,
      'sec-fetch-site': 'same-origin',
    });
    expect(status).toBe(200);
    expect(html).toContain(recordName);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('vary')).toMatch(/Cookie, Sec-Fetch-Site/);
  });

  it('changes nothing, whatever page a request comes from', async () => {
    const { status } = await reader.post(record, {}, { 'sec-fetch-site': 'same-origin' });
    expect([401, 404, 405, 415]).toContain(status);
    const deletion = await service.fetch(record, {
      method: 'DELETE',
      headers: {
        cookie: [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(deletion.status).toBe(401);
  });

  it.each(otherSites)('opens no data for programs, with Sec-Fetch-Site: %s', async (site) => {
    const dataPaths = pagePaths.filter((name) => !/^\/($|map$|docs)/.test(name));
    for (const path of takeInTurn(dataPaths, otherSites.indexOf(site), 4)) {
      const { status, html, headers } = await reader.get(path, {
        accept: 'application/json',
        ...siteHeader(site),
      });
      const withoutCookie = await service.fetch(path, { headers: { accept: 'application/json' } });
      expect({ path, status }).toEqual({ path, status: withoutCookie.status });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(html).not.toContain(recordName);
    }
  });

  it('does not count beside a token', async () => {
    const owner = await createTestAccount(service, 'owner', { isAdministrator: true });
    const { clientId } = await createTestApplication(service, owner);
    const { access_token: token } = await fetchTokens(service, 'nobody', clientId);
    const { status, html } = await open(reader, record, bearerHeader(token));
    expect(status).toBe(404);
    expect(html).not.toContain(recordName);
  });

  it('does not count if its cookie claims another account', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('nobody');
    for (const [name, value] of visitor.cookies) {
      visitor.cookies.set(name, value.replace(/\.\d+$/, '.1'));
    }
    expect((await open(visitor, record)).status).toBe(303);
  });

  it('that has ended is dropped, and the page is opened as by everybody', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('reader');
    await runStatement(service, 'delete from browser_session');
    const { status, location } = await open(visitor, `${record}?hidden=false`);
    expect({ status, location }).toEqual({ status: 303, location: `${record}?hidden=false` });
    expect([...visitor.cookies.keys()]).not.toContain('__Host-heritage-session');
    await reader.signIn('reader');
  });

  it('ends when the account is deactivated', async () => {
    const leaver = await createTestAccount(service, 'leaver', { isAdministrator: true });
    const visitor = openVisitor(service);
    await visitor.signIn('leaver');
    expect((await open(visitor, record)).status).toBe(200);
    await deactivateTestAccount(service, leaver);
    expect((await open(visitor, record)).status).toBe(303);
  });
});

describe('what the script of a page fetches', () => {
  const suggestions = '/resources/?q=hadrian&format=results';

  it('shows what the account may see, and is neither stored nor readable by scripts of other sites', async () => {
    const { status, html, headers } = await reader.get(suggestions, siteHeader('same-origin'));
    expect(status).toBe(200);
    expect(html).toContain(recordName);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('vary')).toContain('Sec-Fetch-Site');
  });

  it.each(fetchSites.filter((site) => site !== 'same-origin'))(
    'ignores the session with Sec-Fetch-Site: %s',
    async (site) => {
      const { status, html, headers } = await reader.get(suggestions, siteHeader(site));
      expect(status).toBe(200);
      expect(html).toBe('[]');
      expect(headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  it('is nothing for an account that may not see it', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('nobody');
    expect((await visitor.get(suggestions, siteHeader('same-origin'))).html).toBe('[]');
  });

  it('is refused with 401 after the session has ended', async () => {
    const visitor = openVisitor(service);
    await visitor.signIn('reader');
    await runStatement(service, 'delete from browser_session');
    const { status, html } = await visitor.get(suggestions, siteHeader('same-origin'));
    expect(status).toBe(401);
    expect(html).not.toContain(recordName);
    await reader.signIn('reader');
  });
});

describe('a page that a browser without a session opens', () => {
  it('leads to the sign-in and back, if Guest may read nothing', async () => {
    const { status, location } = await open(openVisitor(service), `${record}?hidden=false`);
    expect(status).toBe(303);
    const next = new URL(location, 'https://heritage.test').searchParams.get('next');
    expect(next).toBe(`${record}?hidden=false`);
    const visitor = openVisitor(service);
    expect((await visitor.signIn('reader', next ?? '')).location).toBe(`${record}?hidden=false`);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/resources/1',
    String.raw`/\evil.example/`,
    String.raw`\\evil.example`,
    '/resources/../..//evil.example',
    '/%2f%2fevil.example',
    'javascript:alert(1)',
    '/geojson',
    '/nothing',
    `/resources/${'x'.repeat(3000)}`,
  ])('never leads from the sign-in to %s', async (next) => {
    const { location } = await openVisitor(service).signIn('reader', next);
    expect(location).toBe('/');
  });
});

describe('a page that Guest may read', () => {
  beforeAll(async () => openToGuestWithHistory(service));

  it.each(pagePaths)('is cached as its other formats are: %s', async (path) => {
    const { status, html, headers } = await open(openVisitor(service), path);
    const json = await service.fetch(path, { headers: { accept: 'application/json' } });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(['no-cache', 'no-store']).toContain(json.headers.get('cache-control') ?? 'no-cache');
    expect(headers.get('vary')).toContain('Cookie');
    expect(html).toContain('Sign in');
  });

  it.each(pagePaths)('is not sent again if it is unchanged: %s', async (path) => {
    const visitor = openVisitor(service);
    const { headers } = await open(visitor, path);
    const etag = headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const repeated = await open(visitor, path, { 'if-none-match': etag });
    expect(repeated.status).toBe(304);
    expect((await open(visitor, path, { 'accept-language': 'fr' })).status).toBe(200);
  });

  it.each(pagePaths)(
    'is sent to a browser that has just signed in, although it has the page for everybody: %s',
    async (path) => {
      const { headers } = await open(openVisitor(service), path);
      const signedIn = await open(reader, path, { 'if-none-match': headers.get('etag') ?? '' });
      expect(signedIn.status).toBe(200);
      expect(signedIn.html).toContain('Sign out');
    },
  );
});
