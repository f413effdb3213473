import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { readQuads } from '../../../lib/exports/read-quads.ts';
import { expectedLanguage } from '../../support/expected-language.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { runStatement } from '../../support/sample.ts';
import { withJsonFile, withTextFile } from '../../support/temporary-file.ts';
import { createWriters, type TestWriter } from '../writing/writers.ts';
import {
  cardId,
  graphId,
  languageModel,
  languagesShown,
  languageThesaurus,
  neighbour,
  nodes,
  textIn,
  thing,
  thingDocument,
} from './language-model.ts';

const defaultLanguage = 'en-US';

/** Languages in which everything is available. The first has the default language, the second has not. */
const sets: readonly (readonly string[])[] = [
  ['ar', 'de', 'en-GB', 'fr-CA', 'zh-Hans', 'zh-Hant-HK'],
  ['zh', 'fr', 'el'],
];

/** `Accept-Language`, and the language ranges in it, of which those after `*` are refused. */
const readers: readonly (readonly [header: string, ranges: readonly string[]])[] = [
  ['', [defaultLanguage]],
  ['en', ['en', defaultLanguage]],
  ['de-AT', ['de-AT', defaultLanguage]],
  ['FR', ['fr', defaultLanguage]],
  ['zh-Hant-TW, zh;q=0.5', ['zh-Hant-TW', 'zh', defaultLanguage]],
  ['zh-CN', ['zh-CN', defaultLanguage]],
  ['ja', ['ja', defaultLanguage]],
  ['ja, it;q=0.9, el;q=0.1, ar;q=0.2', ['ja', 'it', 'ar', 'el', defaultLanguage]],
  ['*', [defaultLanguage]],
  ['en;q=0, ja', ['ja', '*', 'en']],
];

/** What answers show in one language: the path, and the texts in it. */
const surfaces: readonly (readonly [path: string, ...texts: readonly string[]])[] = [
  [`/resources/${thing}?format=service-json`, 'displayname":"title'],
  [`/resources/?graph_uuid=${graphId}&format=service-json`, 'name":"title'],
  ['/resources/?q=title&format=results', 'title', 'model'],
  [
    `/geojson?nodegroups=${nodes.title}&use_display_values&include_primary_name&resourceid=${thing}`,
    'title',
    'concept',
    'option',
    'boolean',
    'item',
  ],
  [`/mvt/${nodes.place}/0/0/0`, 'title'],
  ['/ogc/tiles/WebMercatorQuad/0/0/0', 'title'],
  ['/ogc/tiles/WebMercatorQuad', 'model'],
  ['/graphs/things', 'model', 'node', 'card', 'option', 'boolean'],
  ['/api/nodes', 'model', 'node'],
  ['/mobileprojects/?status=', 'model', 'node', 'card', 'option'],
  [
    `/resources/${thing}?format=html`,
    'title',
    'concept',
    'option',
    'boolean',
    'item',
    'model',
    'node',
    'card',
  ],
  [
    `/resources/${thing}/history?format=html`,
    'title',
    'concept',
    'option',
    'boolean',
    'node',
    'card',
  ],
  ['/resources/?format=html', 'title', 'model'],
  ['/resources/?q=title&format=html', 'title', 'model'],
  ['/?format=html', 'title', 'model'],
  ['/graphs/?format=html', 'model'],
  ['/graphs/things?format=html', 'model', 'node', 'card'],
  ['/rdm/concepts/?format=html', 'collection'],
];

describe.each(sets)('with texts in %s, %s, %s …', (...tags) => {
  let service: TestService;
  let administrator: TestWriter;

  beforeAll(async () => {
    service = await openTestService();
    await withJsonFile(languageModel(tags), (file) => importGraphs([file], service.importContext));
    await withTextFile('concepts.xml', languageThesaurus(tags), (file) =>
      importConcepts([file], service.importContext),
    );
    ({ administrator } = await createWriters(service));
    for (const id of [neighbour, thing]) {
      const path = `/resources/things/${id}?format=service-json`;
      const response = await administrator.sendRequest('PUT', path, thingDocument(id, tags));
      if (!response.ok) throw new Error(await response.text());
    }
    const view = {
      slug: 'view',
      description: 'Things',
      geometrynodeid: nodes.place,
      language: tags[1],
      attributenodes: [nodes.title, nodes.type, nodes.state, nodes.item, nodes.beside].map(
        (nodeid) => ({ nodeid, description: '' }),
      ),
    };
    for (const [path, body] of [
      ['/api/spatialviews', view],
      [
        '/mobileprojects',
        { name: 'Survey', active: true, cards: [cardId], users: [administrator.accountId] },
      ],
    ] as const) {
      const headers = { 'Content-Type': 'application/json' };
      const response = await administrator.sendRequest('POST', path, body, headers);
      if (!response.ok) throw new Error(await response.text());
    }
    await runStatement(
      service,
      'update account_group set can_read = true, can_read_history = true',
    );
  });

  afterAll(async () => service?.close());

  const readText = async (path: string, header: string): Promise<string> => {
    const headers = header === '' ? {} : { 'Accept-Language': header };
    const response = await administrator.sendRequest('GET', path, undefined, headers);
    const body = Buffer.from(await response.arrayBuffer()).toString('utf8');
    if (!response.ok) throw new Error(`${path}: ${body}`);
    return body;
  };

  describe.each(surfaces)('%s', (path, ...texts) => {
    it('shows each text in the language of the reader, otherwise of the project, otherwise the first of the alphabet', async () => {
      const shown = await Promise.all(
        readers.map(async ([header]) => {
          const body = await readText(path, header);
          return [header, texts.map((what) => [what, languagesShown(what, body)])];
        }),
      );
      expect(shown).toEqual(
        readers.map(([header, ranges]) => [
          header,
          texts.map((what) => [what, [expectedLanguage(tags, ranges)]]),
        ]),
      );
    });
  });

  const viewTexts = ['title', 'concept', 'option', 'item'];
  const languageOfView = expectedLanguage(tags, [tags[1] ?? '', defaultLanguage]);

  it.each([
    '/ogc/collections/view/items',
    '/ogc/collections/view/items?limit=1&format=html',
    '/ogc/collections/view/tiles/WebMercatorQuad/0/0/0',
  ])('%s has the columns in the language of the view, whoever reads', async (path) => {
    const body = await readText(path, 'ja');
    const columns = path.includes('/tiles/') ? viewTexts.slice(1) : viewTexts;
    expect(columns.map((what) => [what, languagesShown(what, body)])).toEqual(
      columns.map((what) => [what, [languageOfView]]),
    );
  });

  it('the tables of a spatial view have texts in its language', async () => {
    const rows = await service.stack.owner.read({
      text: 'select to_jsonb(v)::text from public.view_point v',
      parameters: [],
    });
    const body = JSON.stringify(rows);
    expect(viewTexts.map((what) => [what, languagesShown(what, body)])).toEqual(
      viewTexts.map((what) => [what, [languageOfView]]),
    );
  });

  /** The untagged label of the other thing. */
  const defaultName = `"${textIn('title', expectedLanguage(tags, [defaultLanguage]) ?? '')}"`;

  it.each(['turtle', 'xml', 'json-ld', 'n-triples'])(
    'linked data in %s has only the name of the default language without a language',
    async (format) => {
      const body = await readText(`/resources/${thing}?profile=linked&format=${format}`, 'ja');
      expect(untaggedNames(format, body)).toEqual([defaultName]);
    },
  );

  it('an export of linked data has only the name of the default language without a language', async () => {
    const source = {
      dataApi: service.stack.dataApi,
      caller: administrator.accountId,
      baseUrl,
      language: defaultLanguage,
    };
    const chunks = await Array.fromAsync(readQuads(source, null));
    const text = chunks.map((chunk) => chunk.text).join('');
    expect(untaggedNames('n-quads', text)).toEqual([defaultName]);
  });
});

/** Returns the names without a language in linked data, each once. */
function untaggedNames(format: string, body: string): readonly string[] {
  const patterns: Readonly<Record<string, RegExp>> = {
    xml: /<rdfs:label>(title:[^<]*)</g,
    'json-ld':
      /"(?:rdfs:label|http[^"]*label)":\s*\[?[^\]]*?(?<!"@value":\s*)"(title:[^"]*)"(?!,"@lang)/g,
  };
  const matches = body.matchAll(patterns[format] ?? /"(title:[^"]*)"(?!@)/g);
  return [...new Set([...matches].map(([, name]) => `"${name}"`))];
}
