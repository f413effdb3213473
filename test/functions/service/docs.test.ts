import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadOperations } from '../../../infra/generate/operations.ts';
import { readDocs, type DocsOperation } from '../../../lib/http/description/docs-groups.ts';
import { bearerHeader } from '../../support/accounts.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let page: string;
let operations: readonly DocsOperation[];

beforeAll(async () => {
  service = await openTestService();
  page = await (await service.fetch('/docs')).text();
  const { groups } = readDocs(await service.fetchJson('/openapi.json'));
  operations = groups.flatMap((group) => group.operations);
});

afterAll(async () => service?.close());

const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** The text of a part of the page, without elements and double spaces. */
const textOf = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

/** The section of an operation. */
function readSection({ id }: DocsOperation): string {
  return page.split(`id="${id}"`)[1]?.split('</section>')[0] ?? '';
}

/** A Markdown text as it looks on the page. */
const shownText = (markdown: string): string =>
  escapeText(markdown.replaceAll(/`|\*\*/g, '')).replaceAll(/\s+/g, ' ');

describe('GET /docs', () => {
  it('has a section for every operation, with its id as the anchor', async () => {
    const declared = (await loadOperations()).filter(({ operation }) => operation.method !== 'ANY');
    const ids = declared.map(({ operation }) => operation.id);
    expect(ids.length).toBeGreaterThan(70);
    expect(operations.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const anchors = [...page.matchAll(/<section class="card operation" id="([^"]+)"/g)];
    expect(anchors.map(([, id]) => id)).toEqual(operations.map(({ id }) => id));
  });

  it('describes each operation: path, summary, parameters, form fields and responses', () => {
    const missing: string[] = [];
    for (const operation of operations) {
      const text = textOf(readSection(operation));
      const { id, method, path, summary, parameters, requestBody, responses } = operation;
      const parts = [
        `${method} ${path}`,
        summary,
        ...parameters.flatMap(({ name, description }) => [name, description]),
        ...(requestBody?.mediaTypes ?? []),
        ...(requestBody?.fields ?? []).flatMap(({ name, description }) => [name, description]),
        ...responses.flatMap(({ status, description, mediaTypes }) => [
          status,
          description,
          ...mediaTypes,
        ]),
      ];
      missing.push(
        ...parts.filter((part) => !text.includes(shownText(part))).map((part) => `${id}: ${part}`),
      );
    }
    expect(missing).toEqual([]);
  });

  it('has only links that lead to a part of the page or to a page of the service, and no id twice', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
    const parts = ['/', '/resources/', '/search', '/map', '/rdm/concepts'];
    const known = new Set([
      ...ids.map((id) => `#${id}`),
      ...parts,
      '/openapi.json',
      `${baseUrl}/docs`,
    ]);
    expect(links.filter((link) => !known.has(link))).toEqual([]);
    expect(links).toContain('/openapi.json');
    const described = [...page.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id = '']) => id);
    expect(described.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('can send every read that is not a page for browsers, and only reads', () => {
    const formIds = operations.filter((each) => readSection(each).includes('<form'));
    const expected = operations.filter(
      ({ method, path }) => method === 'GET' && !/^\/o\/(applications|sign-in)/.test(path),
    );
    expect(formIds.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(page.match(/<form/g)?.length).toBe(expected.length);
  });

  it('shows nothing without script that needs one', () => {
    const scripted = [...page.matchAll(/<(\w+)([^>]*)data-script([^>]*)>/g)];
    expect(scripted.length).toBeGreaterThan(40);
    expect(scripted.filter(([, , , rest = '']) => !/\bhidden\b/.test(rest))).toEqual([]);
  });

  it('is HTML for every reader, ignores tokens, and makes no Data API call', async () => {
    const calls = await service.countCalls(async () => {
      for (const headers of [{ accept: 'application/json' }, bearerHeader('abc'), {}]) {
        const response = await service.fetch('/docs', { headers });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(await response.text()).toBe(page);
      }
    });
    expect(calls).toBe(0);
    expect((await service.fetch('/docs?format=html')).status).toBe(200);
    expect((await service.fetch('/docs?format=json')).status).toBe(400);
  });

  it('has an entity tag, with which a repeated request gets 304', async () => {
    const { headers } = await service.fetch('/docs', { method: 'HEAD' });
    expect(headers.get('cache-control')).toBe('no-cache');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const repeated = await service.fetch('/docs', { headers: { 'If-None-Match': etag } });
    expect([repeated.status, await repeated.text()]).toEqual([304, '']);
  });

  it('permits only its own style and scripts, and requests to the service', async () => {
    const { headers } = await service.fetch('/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("; connect-src 'self'; ");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy.match(/'sha256-/g)?.length).toBe(4);
  });
});
