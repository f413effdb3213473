import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadOperations } from '../../../infra/generate/operations.ts';
import {
  readDocs,
  type Docs,
  type DocsOperation,
} from '../../../lib/http/description/docs-groups.ts';
import { contentsOf } from '../../../lib/http/description/docs-objects.ts';
import { typeText } from '../../../lib/http/description/docs-schema.ts';
import { curlLine } from '../../../lib/pages/docs/curl-line.ts';
import { exampleText } from '../../../lib/pages/docs/example-list.ts';
import { bearerHeader } from '../../support/accounts.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let docs: Docs;
let operations: readonly DocsOperation[];
/** The page of each subject, by name. */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  service = await openTestService();
  docs = readDocs(await service.fetchJson('/openapi.json'));
  operations = docs.groups.flatMap((group) => group.operations);
  pages = new Map(
    await Promise.all(
      docs.groups.map(async ({ name }) => [name, await readPage(`/docs/${name}`)] as const),
    ),
  );
});

afterAll(async () => service?.close());

const readPage = async (path: string): Promise<string> => (await service.fetch(path)).text();

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
  const page = pages.get(subjectOf(id)) ?? '';
  return page.split(`id="${id}"`)[1]?.split('</section>')[0] ?? '';
}

const subjectOf = (id: string): string =>
  docs.groups.find((group) => group.operations.some((operation) => operation.id === id))?.name ??
  '';

/** The links of a page. */
const linksOf = (page: string): readonly string[] =>
  [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);

/** The ids of operations to which a page of the overview leads. */
const linkedOperations = (page: string): readonly string[] =>
  linksOf(page).flatMap((link) => /^\/docs\/[a-z-]+#([a-z-]+)$/.exec(link)?.[1] ?? []);

const idsOf = (page: string): readonly string[] =>
  [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

/** A Markdown text as it looks on the page. */
const shownText = (markdown: string): string =>
  escapeText(markdown.replaceAll(/`|\*\*/g, '')).replaceAll(/\s+/g, ' ');

describe('GET /docs', () => {
  it('leads to the section of every operation, by subject, and has its id as an anchor', async () => {
    const declared = (await loadOperations()).filter(({ operation }) => operation.method !== 'ANY');
    const ids = declared.map(({ operation }) => operation.id);
    expect(ids.length).toBeGreaterThan(70);
    expect(operations.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const page = await readPage('/docs');
    expect(linkedOperations(page)).toEqual(operations.map(({ id }) => id));
    expect(idsOf(page)).toEqual(expect.arrayContaining(ids));
    const sections = [...pages.values()].flatMap((subject) =>
      [...subject.matchAll(/<section class="card operation" id="([^"]+)"/g)].map(([, id]) => id),
    );
    expect(sections).toEqual(operations.map(({ id }) => id));
  });

  it('finds operations by the words of q, without a script', async () => {
    const page = await readPage('/docs?q=Field_name_length');
    expect(linkedOperations(page)).toEqual(
      expect.arrayContaining(['get-geojson', 'query-geojson']),
    );
    expect(linkedOperations(page).length).toBeLessThan(10);
    expect(textOf(page)).toMatch(/\d operations\. Show all/);
    expect(linkedOperations(await readPage('/docs?q=+')).length).toBe(operations.length);
  });

  it('says that nothing is found, and shows hostile words as text', async () => {
    const page = await readPage(`/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(textOf(page)).toContain('No operations.');
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

describe('GET /docs/{subject}', () => {
  it('describes each operation: path, summary, parameters, bodies with their fields, and responses', () => {
    const missing: string[] = [];
    for (const operation of operations) {
      const text = textOf(readSection(operation));
      const { id, method, path, summary, parameters, requestBody, responses } = operation;
      const parts = [
        `${method} ${path}`,
        summary,
        ...parameters.flatMap(({ name, description }) => [name, description]),
        ...responses.flatMap(({ status, description }) => [status, description]),
        ...[
          ...(requestBody?.contents ?? []),
          ...responses.flatMap(({ contents }) => contents),
        ].flatMap(({ mediaTypes, type, fields }) => [
          ...mediaTypes,
          typeText(type),
          ...fields.flatMap((field) => [field.name, typeText(field.type), field.description]),
        ]),
      ];
      missing.push(
        ...parts.filter((part) => !text.includes(shownText(part))).map((part) => `${id}: ${part}`),
      );
    }
    expect(missing).toEqual([]);
  });

  it('shows each example of the OpenAPI document, with the address of the service', async () => {
    const description = JSON.stringify(await service.fetchJson('/openapi.json'));
    const examples = operations.flatMap((operation) =>
      contentsOf(operation).flatMap((content) =>
        content.examples.map(({ title, value }) => ({ operation, title, value })),
      ),
    );
    expect(examples.length).toBe(description.match(/"summary":"[^"]*","value":/g)?.length);
    expect(examples.length).toBeGreaterThan(25);
    const missing = examples.filter(({ operation, title, value }) => {
      const section = readSection(operation);
      return !(
        section.includes(escapeText(title)) && section.includes(escapeText(exampleText(value)))
      );
    });
    expect(missing).toEqual([]);
    expect([...pages.values()].join('')).not.toContain('heritage.example');
  });

  it('has the curl line of each operation', () => {
    const missing = operations.filter(
      (operation) => !readSection(operation).includes(escapeText(curlLine(operation, baseUrl))),
    );
    expect(missing).toEqual([]);
  });

  it('has only links to its parts and to pages of the service, and no id twice', () => {
    const places = new Set(operations.map(({ id }) => `/docs/${subjectOf(id)}#${id}`));
    const known = new Set(['/', '/resources/', '/search', '/map', '/rdm/concepts', '/docs']);
    for (const [name, page] of pages) {
      const ids = idsOf(page);
      expect(new Set(ids).size).toBe(ids.length);
      const isKnown = (link: string): boolean =>
        known.has(link) ||
        places.has(link) ||
        ids.includes(link.replace('#', '')) ||
        [`${baseUrl}/docs/${name}`, `/o/sign-in?next=%2Fdocs%2F${name}`].includes(link);
      expect(linksOf(page).filter((link) => !isKnown(link))).toEqual([]);
      const described = [...page.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id = '']) => id);
      expect(described.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });

  it('can send reads, and writes that have a dry run, but no form for browsers and no password', () => {
    const withForm = operations.filter((each) => readSection(each).includes('<form'));
    const writes = withForm.filter((each) => readSection(each).includes('data-dry-run'));
    const hasDryRun = ({ parameters }: DocsOperation): boolean =>
      parameters.some(({ name }) => name === 'dry_run');
    expect(writes).toEqual(operations.filter(hasDryRun));
    const others = withForm.filter(({ id }) => !writes.some((write) => write.id === id));
    expect(
      others.filter(
        ({ method, path }) => method !== 'GET' && !/^\/(geojson|search|api\/search)/.test(path),
      ),
    ).toEqual([]);
    const paths = withForm.map(({ path }) => path);
    expect(paths.filter((path) => /^\/(o\/(applications|sign|docs)|auth)/.test(path))).toEqual([]);
    expect(withForm.length).toBeGreaterThan(60);
  });

  it('shows nothing without script that needs one', () => {
    const scripted = [...pages.values()].flatMap((page) => [
      ...page.matchAll(/<(\w+)([^>]*)data-script([^>]*)>/g),
    ]);
    expect(scripted.length).toBeGreaterThan(40);
    expect(scripted.filter(([, , , rest = '']) => !/\bhidden\b/.test(rest))).toEqual([]);
  });

  it('is 404 for an unknown subject, as a page', async () => {
    const response = await service.fetch('/docs/nothing', { headers: { accept: 'text/html' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
  });
});

describe('the pages of operations', () => {
  it('are HTML for every reader, ignore tokens, and make no Data API call without a session', async () => {
    const calls = await service.countCalls(async () => {
      for (const path of ['/docs', '/docs/nodes', '/docs?format=html']) {
        for (const headers of [{ accept: 'application/json' }, bearerHeader('abc'), {}]) {
          const response = await service.fetch(path, { headers });
          expect(response.status).toBe(200);
          expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        }
      }
    });
    expect(calls).toBe(0);
    expect((await service.fetch('/docs?format=json')).status).toBe(406);
  });

  it('have an entity tag, with which a repeated request gets 304', async () => {
    for (const path of ['/docs', '/docs/nodes']) {
      const { headers } = await service.fetch(path, { method: 'HEAD' });
      expect(headers.get('cache-control')).toBe('no-cache');
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const repeated = await service.fetch(path, { headers: { 'If-None-Match': etag } });
      expect([repeated.status, await repeated.text()]).toEqual([304, '']);
    }
  });

  it('permit only their own style and scripts, requests to the service, and no frame', async () => {
    for (const path of ['/docs', '/docs/nodes']) {
      const { headers } = await service.fetch(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).toContain("; connect-src 'self'; ");
      expect(policy).toMatch(/; frame-ancestors 'none'$/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(policy.match(/'sha256-/g)?.length).toBe(4);
    }
  });
});
