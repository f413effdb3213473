import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import { queryColumn, openSampleService } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { graphDocument, id as exampleId, NAME } from '../../infra/cli/import/graphs/example.ts';

const linked = 'application/ld+json; profile=linked';

describe('GET /resources/{id} in every form', () => {
  let service: TestService;
  let path: string;

  beforeAll(async () => {
    service = await openSampleService();
    await service.openToGuest();
    const [id] = await queryColumn(
      service,
      `select r.resource_id
       from resource r
       where r.legacy_id = 'heritage-place/stonehenge'`,
    );
    path = `/resources/${id}`;
  });

  afterAll(async () => service?.close());

  const get = (query = '', headers: Record<string, string> = {}): Promise<Response> =>
    service.fetch(`${path}${query}`, { headers });

  const contentTypeOf = async (
    query = '',
    headers: Record<string, string> = {},
  ): Promise<string | null> => {
    const response = await get(query, headers);
    await response.text();
    return response.headers.get('content-type');
  };

  describe('chooses the form', () => {
    it('JSON-LD by default', async () => {
      expect(await contentTypeOf()).toBe('application/ld+json');
    });

    it.each([
      ['json-ld', 'application/ld+json'],
      ['json', 'application/json'],
      ['service-json', 'application/json'],
      ['arches-json', 'application/json'],
      ['xml', 'application/xml'],
      ['turtle', 'text/turtle; charset=utf-8'],
      ['n-triples', 'application/n-triples'],
    ])('by format=%s: %s', async (format, expected) => {
      expect(await contentTypeOf(`?format=${format}`)).toBe(expected);
      expect(await contentTypeOf('', { 'X-SERVICE-FORMAT': format })).toBe(expected);
      expect(await contentTypeOf('', { 'X-ARCHES-FORMAT': format, Accept: 'image/png' })).toBe(
        expected,
      );
    });

    it.each([
      ['application/ld+json', 'application/ld+json'],
      ['application/json', 'application/json'],
      ['application/xml', 'application/xml'],
      ['application/rdf+xml', 'application/rdf+xml'],
      ['text/turtle', 'text/turtle; charset=utf-8'],
      ['application/n-triples', 'application/n-triples'],
      ['text/*', 'text/turtle; charset=utf-8'],
      ['application/*', 'application/ld+json'],
      ['*/*', 'application/ld+json'],
      [
        'application/ld+json;q=0.2, text/turtle;q=0.9, application/xml;q=0.5',
        'text/turtle; charset=utf-8',
      ],
      ['application/ld+json;q=0, */*;q=0.1', 'application/json'],
      ['text/turtle;q=0.5, application/ld+json;profile=linked', linked],
      ['application/ld+json;profile="https://heritage.test/profiles/linked"', linked],
      [
        'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"',
        'application/ld+json',
      ],
    ])('by Accept: %s', async (accept, expected) => {
      expect(await contentTypeOf('', { Accept: accept })).toBe(expected);
    });

    it('by the query first, then by the header X-SERVICE-FORMAT, then by Accept', async () => {
      const headers = { 'X-SERVICE-FORMAT': 'json', Accept: 'text/turtle' };
      expect(await contentTypeOf('?format=xml', headers)).toBe('application/xml');
      expect(await contentTypeOf('', headers)).toBe('application/json');
    });

    it.each(['csv', '', 'JSON-LD'])(
      'or answers 406 with the available formats: format=%s',
      async (format) => {
        const response = await get(`?format=${format}`);
        expect(response.status).toBe(406);
        expect(await response.json()).toMatchObject({
          available: ['json-ld', 'json', 'service-json', 'xml', 'turtle', 'n-triples', 'html'],
        });
      },
    );

    it('or answers 400 for an unknown profile', async () => {
      const response = await get('?profile=framed');
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ pointer: '/profile' }] });
    });
  });

  it('is the same if the form is requested by parameter, by header or by Accept', async () => {
    const readText = async (query: string, headers: Record<string, string> = {}): Promise<string> =>
      (await get(query, headers)).text();
    const linkedTurtle = await readText('?format=turtle&profile=linked');
    expect(
      await readText('', { 'X-SERVICE-FORMAT': 'turtle', 'X-SERVICE-PROFILE': 'linked' }),
    ).toBe(linkedTurtle);
    expect(await readText('', { Accept: 'text/turtle;profile=linked' })).toBe(linkedTurtle);
    expect(linkedTurtle).not.toBe(await readText('?format=turtle'));
  });

  it('links to every other form in the header Link, and each link works', async () => {
    const links = (await get()).headers.get('link') ?? '';
    const alternates = [...links.matchAll(/<([^>]+)>; rel="alternate"; type="([^"]+)"/g)];
    expect(alternates.map(([, , mediaType]) => mediaType)).toEqual([
      'application/ld+json; profile=linked',
      'application/json',
      'application/json',
      'application/xml',
      'application/xml',
      'text/turtle',
      'text/turtle',
      'application/n-triples',
      'application/n-triples',
      'text/html',
    ]);
    for (const [, uri = '', mediaType = ''] of alternates) {
      const response = await service.fetch(uri.slice(baseUrl.length));
      expect([uri, response.status]).toEqual([uri, 200]);
      expect(response.headers.get('content-type')).toContain(mediaType);
    }
  });

  it('prefers the profile in the query to that in Accept, so each link leads to the right form', async () => {
    const headers = { Accept: 'application/ld+json;profile=linked' };
    expect(await contentTypeOf('', headers)).toBe(linked);
    expect(await contentTypeOf('?profile=specification', headers)).toBe('application/ld+json');
    const links = (await get('', headers)).headers.get('link') ?? '';
    expect(links).toContain('?format=json-ld&profile=specification>; rel="alternate"');
  });

  it('names in Vary the headers by which the form was chosen', async () => {
    const vary = (await get()).headers.get('vary') ?? '';
    for (const name of ['Accept', 'Authorization', 'X-SERVICE-FORMAT', 'X-SERVICE-PROFILE']) {
      expect(vary.split(', ')).toContain(name);
    }
  });

  it('indents JSON-LD, and changes nothing else', async () => {
    const text = await (await get('?indent=2')).text();
    expect(text).toMatch(/^\{\n {2}"@id"/);
    expect(JSON.parse(text)).toEqual(await (await get()).json());
  });

  it('contains hidden tiles only with hidden=false', async () => {
    const [hiddenTile] = await queryColumn(
      service,
      `select t.tile_id
       from tile t
       join nodegroup n on n.nodegroup_id = t.nodegroup_id
       where n.is_hidden
         and t.resource_id = '${path.slice('/resources/'.length)}'
         and t.nodegroup_id in (select r.nodegroup_id from readable_nodegroup(null) r)`,
    );
    expect(hiddenTile).toBeDefined();
    for (const profile of ['', '&profile=linked']) {
      expect(await (await get(`?hidden=true${profile}`)).text()).not.toContain(hiddenTile);
      expect(await (await get(`?hidden=false${profile}`)).text()).toContain(hiddenTile);
    }
  });

  it('takes one Data API call in every form', async () => {
    for (const query of ['', '?profile=linked', '?format=xml', '?format=turtle&profile=linked']) {
      expect([query, await service.countCalls(() => get(query))]).toEqual([query, 1]);
    }
  });

  describe('for a model without an ontology', () => {
    beforeAll(async () => {
      await withJsonFile(graphDocument(), async (file) =>
        importGraphs([file], service.importContext),
      );
      const record = {
        resourceinstance: {
          resourceinstanceid: exampleId(500),
          graph_id: exampleId(100),
          legacyid: null,
        },
        tiles: [
          {
            tileid: exampleId(501),
            nodegroup_id: NAME,
            resourceinstance_id: exampleId(500),
            parenttile_id: null,
            sortorder: 0,
            data: { [NAME]: 'a monument' },
          },
        ],
      };
      const data = { business_data: { resources: [record] } };
      await withJsonFile(data, async (file) => importResources([file], service.importContext));
    });

    it.each(rdfFormatNames)('%s is a 400 no_ontology that names format=json', async (format) => {
      const response = await service.fetch(`/resources/${exampleId(500)}?format=${format}`);
      expect(response.status).toBe(400);
      const problem = await response.json();
      expect(problem).toMatchObject({ code: 'no_ontology' });
      expect(JSON.stringify(problem)).toContain('format=json');
    });

    it.each(['json', 'service-json'])('%s works', async (format) => {
      expect(
        await service.fetchJson(`/resources/${exampleId(500)}?format=${format}`),
      ).toBeDefined();
    });
  });
});
