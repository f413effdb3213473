import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestService, type TestService, baseUrl } from '../../support/service.ts';
import { browserAccept } from '../pages/data-pages.ts';

const id = '493bfbb8-7a3b-5058-867d-270d8723152e';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});

afterAll(async () => service?.close());

const open = (path: string, init: RequestInit = {}): Promise<Response> =>
  service.fetch(path, { headers: { accept: browserAccept }, redirect: 'manual', ...init });

describe('an unknown address', () => {
  it('is a page with a search box for a browser', async () => {
    const response = await open('/no/such/page');
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(page).toContain('role="search"');
    expect(page).toContain('name="q"');
  });

  it('is a problem document for a program', async () => {
    const response = await open('/no/such/page', { headers: {} });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json',
    ]);
  });
});

describe('an address of a page of Arches', () => {
  it.each([
    [`/report/${id}`, `/resources/${id}`],
    [`/en/report/${id}`, `/resources/${id}`],
    [`/nl-be/resource/${id}`, `/resources/${id}`],
    ['/rdm', '/rdm/concepts'],
    ['/rdm/', '/rdm/concepts'],
    ['/auth/', '/o/sign-in'],
    ['/login', '/o/sign-in'],
    ['/o/', '/o/applications/'],
    ['/index.htm', '/'],
    ['/de/index.htm', '/'],
  ])('leads from %s to %s', async (address, page) => {
    const response = await open(address);
    expect([response.status, response.headers.get('location')]).toEqual([303, `${baseUrl}${page}`]);
  });

  it('leads nowhere else than to this host, whatever stands in place of the id', async () => {
    for (const text of [
      '%2F%2Fevil.example',
      '..%2F..%2Fo',
      '%0d%0ax:y',
      'a?next=//evil.example',
    ]) {
      const { status, headers } = await open(`/report/${text}`);
      const location = headers.get('location') ?? `${baseUrl}/resources/`;
      expect({ text, isHere: location.startsWith(`${baseUrl}/`) }).toEqual({
        text,
        isHere: true,
      });
      expect([303, 404]).toContain(status);
    }
  });

  it('is unknown for a request that would change something', async () => {
    expect((await open(`/report/${id}`, { method: 'POST' })).status).toBe(404);
  });
});
