import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { openImportReport } from '../../../infra/cli/import/import-report.ts';
import { pickText } from '../../../lib/model/pick-language.ts';
import { restrictedNodegroups } from '../../../infra/local/sample/access.ts';
import { systemSettingsGraph } from '../../support/world/access.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { readProblem } from '../../gateway/problem.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import { heritagePlaceModel } from '../../support/sample-model.ts';
import { baseUrl, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { findKeyProblems } from '../../lib/serializers/graphs/package-keys.ts';

const row = z.record(z.string(), z.unknown());

const model = z.strictObject({
  datatypes: z.array(z.strictObject({ datatype: z.string(), isgeometric: z.boolean() })),
  cards: z.array(row),
  graph: z.looseObject({
    graphid: z.uuid(),
    slug: z.string(),
    root: row,
    nodes: z.array(row),
    edges: z.array(row),
    nodegroups: z.array(row),
    cards: z.array(row),
    widgets: z.array(row),
    functions: z.array(row),
  }),
  cardwidgets: z.array(row),
});

const texts = z.record(z.string(), z.string().nullable());

/** The text in one language, or in English if there is none. */
const textIn = (translations: unknown, tag: string): string =>
  pickText(texts.parse(translations), [tag, 'en-US']) ?? '';

const graphId = heritagePlaceModel.graphid;
let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
});

afterAll(async () => service?.close());

const get = async (idOrSlug: string, query = ''): Promise<z.output<typeof model>> =>
  model.parse(await service.fetchJson(`/graphs/${idOrSlug}${query}`));

const count = async (table: string): Promise<number> => {
  const [rowCount] = await queryColumn(
    service,
    `select count(*)::text from ${table} where graph_id = '${graphId}'`,
  );
  return Number(rowCount);
};

describe('GET /graphs/{graph_id_or_slug}', () => {
  it('is 401 for an anonymous caller while the instance is closed', async () => {
    for (const idOrSlug of ['heritage-place', graphId, crypto.randomUUID(), 'no-such-model']) {
      const problem = await readProblem(await service.fetch(`/graphs/${idOrSlug}`));
      expect([problem.status, problem.code]).toEqual([401, 'authentication_required']);
    }
  });

  describe('on an open instance', () => {
    beforeAll(async () => service.openToGuest());

    it('returns the whole model to a caller who may read all of it', async () => {
      const { graph, cards, cardwidgets } = await get('heritage-place');
      expect(graph.graphid).toBe(graphId);
      expect(graph.nodes).toHaveLength(await count('node'));
      expect(graph.edges).toHaveLength((await count('node')) - 1);
      expect(graph.nodegroups).toHaveLength(await count('nodegroup'));
      expect(cards).toHaveLength(await count('card'));
      expect(cards).toEqual(graph.cards);
      expect(cardwidgets).toEqual(graph.widgets);
      expect(graph.root).toMatchObject({ nodegroup_id: null, istopnode: true });
    });

    it('finds the model by slug and by id, the id in any letter case', async () => {
      const bySlug = await get('heritage-place');
      expect(await get(graphId)).toEqual(bySlug);
      expect(await get(graphId.toUpperCase())).toEqual(bySlug);
    });

    it('has, with format=json (all languages), every key that readers of graph files need', async () => {
      expect(findKeyProblems((await get('heritage-place', '?format=json')).graph)).toEqual([]);
    });

    it('has its texts in the requested language', async () => {
      const fetchIn = async (language: string) => {
        const headers = { 'accept-language': language };
        const response = await service.fetch('/graphs/heritage-place', { headers });
        expect(response.headers.get('vary')).toContain('Accept-Language');
        return model.parse(await response.json());
      };
      const whole = await get('heritage-place', '?format=json');
      for (const [language, tag] of [
        ['fr', 'fr-FR'],
        ['de;q=0.8, fr-CA', 'fr-FR'],
        ['en-GB', 'en-US'],
        ['tlh', 'en-US'],
      ] as const) {
        const { graph, cards, cardwidgets } = await fetchIn(language);
        expect(graph).toMatchObject({
          name: textIn(whole.graph['name'], tag),
          content_language: tag,
        });
        expect(graph['subtitle']).toBe(textIn(whole.graph['subtitle'], tag));
        expect(cards.map(({ name }) => name)).toEqual(
          whole.cards.map(({ name }) => textIn(name, tag)),
        );
        expect(cardwidgets.map(({ label }) => label)).toEqual(
          whole.cardwidgets.map(({ label }) => textIn(label, tag)),
        );
        expect(graph.nodes.map(({ name }) => typeof name)).toEqual(graph.nodes.map(() => 'string'));
      }
    });

    it('contains no translations in the default format', async () => {
      const text = await (await service.fetch('/graphs/heritage-place')).text();
      expect(text).not.toMatch(/"(en-US|fr-FR)":"/);
    });

    it('links each format to the others, with the same other parameters', async () => {
      const uri = `${baseUrl}/graphs/${graphId}`;
      const linksOf = async (query: string) =>
        (await service.fetch(`/graphs/heritage-place${query}`)).headers.get('link');
      expect(await linksOf('?cards=false&exclude=nodes')).toBe(
        [
          ['json', 'application/json'],
          ['service-json', 'application/json'],
          ['html', 'text/html'],
        ]
          .map(
            ([format, type]) =>
              `<${uri}?format=${format}&cards=false&exclude=nodes>; rel="alternate"; type="${type}"`,
          )
          .join(', '),
      );
      expect(await linksOf('?format=json')).toContain(`<${uri}?format=localized-json>`);
    });

    it('has the layout of a graph file with format=arches-json', async () => {
      const file = await service.fetchJson('/graphs/heritage-place?format=arches-json&gen=');
      const { graph } = z.strictObject({ graph: z.tuple([row]) }).parse(file);
      const whole = await get('heritage-place', '?format=json');
      const { widgets: _widgets, functions: _functions, ...expectedGraph } = whole.graph;
      expect(graph[0]).toEqual(expectedGraph);
    });

    it('is not imported from the default format, because all languages except one would be lost', async () => {
      const { graph } = await get('heritage-place');
      for (const document of [{ graph: [graph] }, { graph }, graph]) {
        const report = openImportReport();
        await withJsonFile(document, (file) =>
          importGraphs([file], { ...service.importContext, report }),
        );
        expect(report.listGroups().map(({ first }) => first)).toMatchObject([
          {
            severity: 'error',
            code: 'one_language',
            message: expect.stringContaining('?format=json'),
          },
        ]);
      }
      expect(await get('heritage-place')).toMatchObject({ graph });
    });

    it('can be imported again: the first import changes only the row of the graph, the second nothing', async () => {
      const tables = ['nodegroup', 'node', 'card'];
      const rows = async () =>
        Promise.all(
          tables.map((table) =>
            queryColumn(service, `select row_to_json(t)::text from ${table} t order by 1`),
          ),
        );
      const [before, { graph }] = [await rows(), await get('heritage-place', '?format=json')];
      const firstImport = await withJsonFile({ graph: [graph] }, (file) =>
        importGraphs([file], service.importContext),
      );
      expect(firstImport).toMatchObject({ created: 0, updated: 1 });
      expect(await rows()).toEqual(before);
      const { graph: after } = await get('heritage-place', '?format=json');
      expect(after).toEqual({ ...graph, publication_id: after['publication_id'] });
      const secondImport = await withJsonFile({ graph: [after] }, (file) =>
        importGraphs([file], service.importContext),
      );
      expect(secondImport).toMatchObject({ updated: 0, unchanged: 1 });
    });

    it('has the datatypes of its nodes', async () => {
      const { datatypes } = await get('heritage-place');
      expect(datatypes).toContainEqual({ datatype: 'concept-list', isgeometric: false });
      expect(datatypes.filter(({ isgeometric }) => isgeometric)).toHaveLength(1);
    });

    it('contains only the graph if cards=false, and omits the keys of the graph that exclude lists', async () => {
      const documentWithoutCards = await service.fetchJson(
        '/graphs/heritage-place?cards=false&exclude=nodes,edges',
      );
      const { graph } = z.strictObject({ graph: row }).parse(documentWithoutCards);
      expect(graph).toHaveProperty('nodegroups');
      expect(graph).not.toHaveProperty('nodes');
      expect(graph).not.toHaveProperty('edges');
    });

    it('answers 404 for an unknown or malformed id or slug', async () => {
      for (const idOrSlug of [crypto.randomUUID(), 'no-such-model', '%00', 'a%2Fb', '%20']) {
        const problem = await readProblem(await service.fetch(`/graphs/${idOrSlug}`));
        expect([idOrSlug, problem.status, problem.code]).toEqual([idOrSlug, 404, 'not_found']);
      }
    });

    it('omits nodegroups that the caller may not read', async () => {
      await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', restrictedNodegroups));
      const quoted = restrictedNodegroups.map((id) => `'${id}'`).join(',');
      const closedTexts = await queryColumn(
        service,
        `select node_id::text from node where nodegroup_id in (${quoted})
union all select name #>> '{}' from node where nodegroup_id in (${quoted})
union all select card_id::text from card where nodegroup_id in (${quoted})`,
      );
      const text = await (await service.fetch('/graphs/heritage-place')).text();
      expect(closedTexts.length).toBeGreaterThan(10);
      expect(closedTexts.filter((closedText) => text.includes(closedText))).toEqual([]);
      const { graph } = await get('heritage-place');
      const readableCount = (await count('nodegroup')) - restrictedNodegroups.length;
      expect(graph.nodegroups).toHaveLength(readableCount);
    });

    it('answers 404 for a model without a readable nodegroup', async () => {
      await runStatement(
        service,
        `insert into nodegroup_grant (nodegroup_id, account_group_id)
select n.nodegroup_id, 1 from nodegroup n where n.graph_id = '${graphId}'
on conflict do nothing`,
      );
      expect((await service.fetch('/graphs/heritage-place')).status).toBe(404);
      expect((await service.fetch('/graphs/event-or-activity')).status).toBe(200);
    });
  });

  it('returns the model of the system settings only to administrators', async () => {
    await runStatement(
      service,
      `insert into graph (graph_id, publication_id, slug, name, is_resource_model, source)
values ('${systemSettingsGraph}', gen_random_uuid(), 'settings', '"Settings"', true, '{}')`,
    );
    const administrator = await createTestAccount(service, 'administrator', {
      isAdministrator: true,
    });
    await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
    const { clientId } = await createTestApplication(service, administrator);
    const statusFor = async (username: string): Promise<number> => {
      const { access_token: token } = await fetchTokens(service, username, clientId);
      return (await service.fetch('/graphs/settings', { headers: bearerHeader(token) })).status;
    };
    expect(await statusFor('administrator')).toBe(200);
    expect(await statusFor('reader')).toBe(404);
  });
});
