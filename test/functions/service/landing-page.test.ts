import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { landingPageBody } from '../../../lib/http/schemas/ogc.ts';
import { bearerHeader } from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
});

afterAll(async () => service?.close());

const browserHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

describe('GET /', () => {
  it('links to the parts of the service, and each link works', async () => {
    const { links } = landingPageBody.parse(await service.fetchJson('/'));
    const paths = links.map(({ href }) => href.replace(baseUrl, ''));
    expect(paths).toEqual(
      expect.arrayContaining([
        '/openapi.json',
        '/ogc',
        '/resources/',
        '/graphs',
        '/rdm/concepts',
        '/geojson',
        '/history/',
      ]),
    );
    const brokenPaths: string[] = [];
    for (const path of paths) {
      const { status } = await service.fetch(path, { redirect: 'manual' });
      // Some paths need a token.
      if (![200, 303, 401].includes(status)) brokenPaths.push(path);
    }
    expect(brokenPaths).toEqual([]);
  });

  it('ignores malformed tokens, and makes no Data API call for programs', async () => {
    const tokens = ['', 'Bearer', 'Bearer abc', 'Basic eDp5', 'Bearer a.b.c'];
    const calls = await service.countCalls(async () => {
      for (const token of tokens) {
        for (const name of ['Authorization', 'X-Authorization']) {
          const { status } = await service.fetch('/', { headers: { [name]: token } });
          expect([token, status]).toEqual([token, 200]);
        }
      }
    });
    expect(calls).toBe(0);
    const page = await service.fetch('/?format=html', { headers: bearerHeader('abc') });
    expect(page.status).toBe(200);
  });

  it('is an HTML page for a browser, with links to the descriptions for programs', async () => {
    const response = await service.fetch('/', { headers: browserHeaders });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('vary')).toMatch(/\bAccept\b/);
    const text = await response.text();
    const paths = ['/openapi.json', '/docs', '/ogc', '/graphs'];
    expect(paths.filter((path) => !text.includes(`href="${baseUrl}${path}"`))).toEqual([]);
  });

  it('answers every other Accept with JSON, and answers HEAD', async () => {
    for (const accept of ['image/png', 'text/turtle', '*/*', 'application/json']) {
      const response = await service.fetch('/', { headers: { accept } });
      expect(response.headers.get('content-type')).toBe('application/json');
    }
    const response = await service.fetch('/', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
