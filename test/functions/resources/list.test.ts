import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { openSampleService, runStatement } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';

const container = z.strictObject({
  '@context': z.literal('https://www.w3.org/ns/ldp/'),
  '@id': z.literal(''),
  '@type': z.literal('ldp:BasicContainer'),
  'ldp:contains': z.array(z.string()),
});

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
});

afterAll(async () => {
  await service.close();
});

async function listUris(query: string): Promise<readonly string[]> {
  return container.parse(await service.fetchJson(`/resources/${query}`))['ldp:contains'];
}

/** The links of a page by relation. */
async function readPageLinks(query: string): Promise<Readonly<Record<string, string>>> {
  const response = await service.fetch(`/resources/${query}`);
  const linkHeader = response.headers.get('link') ?? '';
  return Object.fromEntries(
    [...linkHeader.matchAll(/<([^>]+)>; rel="(first|prev|next)"/g)].map(
      ([, url = '', relation = '']) => [relation, url.replace(`${baseUrl}/resources/`, '')],
    ),
  );
}

/** The cursor that continues after a resource instance. @param uri the URI of the resource instance */
function cursorOf(uri: string | undefined): string {
  return Buffer.from(uri?.split('/').at(-1) ?? '').toString('base64url');
}

describe('GET /resources/', () => {
  it('is an empty list for anonymous callers while the instance is closed', async () => {
    expect(await listUris('')).toEqual([]);
  });

  describe('on an open instance', () => {
    beforeAll(async () => service.openToGuest());

    it('is the container of the specification', async () => {
      const uris = await listUris('');
      expect(uris).toHaveLength(106);
      expect(uris[0]).toMatch(/^https:\/\/heritage\.test\/resources\/[0-9a-f-]{36}$/);
    });

    it('lists ids in a stable order, each once', async () => {
      const uris = await listUris('');
      expect(uris).toEqual([...new Set(uris)].toSorted());
      expect(await listUris('')).toEqual(uris);
    });

    it('has the same ids in pages of any size as in one page', async () => {
      const allUris = await listUris('');
      for (const limit of [1, 7, 53, 106]) {
        const pages: string[] = [];
        for (let page = 1; pages.length < allUris.length; page += 1) {
          pages.push(...(await listUris(`?limit=${limit}&page=${page}`)));
        }
        expect(pages).toEqual(allUris);
      }
    });

    it('is empty past the end', async () => {
      expect(await listUris('?page=2')).toEqual([]);
      expect(await listUris('?page=99999999')).toEqual([]);
    });

    describe('with more resource instances than a page has', () => {
      const graphIdSql = "select graph_id from graph where slug = 'heritage-place'";

      beforeAll(async () => {
        await runStatement(
          service,
          `insert into resource (resource_id, graph_id, legacy_id)
select gen_random_uuid(), graph_id, 'one of many'
from (${graphIdSql}) model, generate_series(1, 450)`,
        );
      });

      afterAll(async () =>
        runStatement(service, "delete from resource where legacy_id = 'one of many'"),
      );

      it('has 500 URIs on a page if no limit is sent', async () => {
        const uris = await listUris('');
        expect(uris).toHaveLength(500);
        expect(await readPageLinks('')).toEqual({
          first: '',
          next: `?cursor=${cursorOf(uris.at(-1))}`,
        });
        const urisOfPage2 = await listUris('?page=2');
        expect(urisOfPage2).toHaveLength(56);
        expect([...uris, ...urisOfPage2]).toEqual(await listUris('?limit=1000'));
      });
    });

    it('refuses a page that is 0, negative or not an integer, and a limit of 0 or over 1000', async () => {
      for (const query of [
        '?page=0',
        '?page=-1',
        '?page=one',
        '?page=1.5',
        '?limit=0',
        '?limit=1001',
      ]) {
        expect((await service.fetch(`/resources/${query}`)).status).toBe(400);
      }
    });

    it('links to other pages by number if the request has a page number, and otherwise by cursor', async () => {
      const lastUri = (await listUris('?limit=50')).at(-1);
      const next = `?cursor=${cursorOf(lastUri)}&limit=50`;
      expect(await readPageLinks('?limit=50')).toEqual({ first: '?limit=50', next });
      expect((await readPageLinks('?limit=50&page=1'))['next']).toBe('?page=2&limit=50');
      expect(await readPageLinks('?limit=50&page=2')).toEqual({
        first: '?limit=50',
        prev: '?page=1&limit=50',
        next: '?page=3&limit=50',
      });
      expect(await readPageLinks('?limit=50&page=3')).toEqual({
        first: '?limit=50',
        prev: '?page=2&limit=50',
      });
    });

    it('has links with cursors that lead through all pages', async () => {
      const allUris = await listUris('');
      // A cursor with the lowest possible id leads to the first page.
      const firstCursor = Buffer.from('00000000-0000-0000-0000-000000000000').toString('base64url');
      const foundUris: string[] = [];
      for (
        let query: string | undefined = `?cursor=${firstCursor}&limit=40`;
        query !== undefined;
      ) {
        foundUris.push(...(await listUris(query)));
        query = (await readPageLinks(query))['next'];
      }
      expect(foundUris).toEqual(allUris);
    });

    it.each(['', '&q=the'])(
      'keeps the limit in the links of its page for people%s',
      async (query) => {
        const page = await (await service.fetch(`/resources/?format=html&limit=2${query}`)).text();
        expect(page).toMatch(/href="[^"]*limit=2&amp;cursor=[^"]*"/);
      },
    );

    it('refuses an invalid cursor', async () => {
      expect((await service.fetch('/resources/?cursor=abc')).status).toBe(400);
    });

    it('filters by the slug and by the id of a graph', async () => {
      const urisBySlug = await listUris('?graph=person-or-organisation');
      expect(urisBySlug).toHaveLength(27);
      const [row] = await service.stack.dataApi.read({
        text: "select graph_id::text from graph where slug = 'person-or-organisation'",
        parameters: [],
      });
      expect(await listUris(`?graph=${String(row?.[0]).toUpperCase()}`)).toEqual(urisBySlug);
    });

    it('refuses an unknown graph with 400', async () => {
      const response = await service.fetch('/resources/?graph=castles');
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('castles');
    });

    it('refuses U+0000 with 400', async () => {
      expect((await service.fetch('/resources/?graph=%00')).status).toBe(400);
      expect((await service.fetch('/geojson?type=%00')).status).toBe(400);
    });

    it('names Accept-Language in Vary if the document has texts, and always the headers that replace parameters', async () => {
      const vary = async (path: string): Promise<string> =>
        (await service.fetch(path)).headers.get('vary') ?? '';
      expect(await vary('/geojson?limit=1&use_display_values')).toContain('Accept-Language');
      expect(await vary('/geojson?limit=1')).not.toContain('Accept-Language');
      expect(await vary('/resources/')).toContain('X-SERVICE-PAGE');
    });

    it('ignores an unknown parameter that is repeated', async () => {
      expect((await service.fetch('/resources/?colour=a&colour=b')).status).toBe(200);
    });

    it('makes one Data API call', async () => {
      await listUris('');
      expect(await service.countCalls(() => listUris('?page=1'))).toBe(1);
      expect(await service.countCalls(() => listUris('?graph=heritage-place&limit=3'))).toBe(1);
    });
  });
});
