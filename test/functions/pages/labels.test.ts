import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { buildingGraph, buildingModel, concepts, nodes } from '../questions/building-model.ts';
import { openBuildings, type Buildings } from '../questions/open-buildings.ts';
import { browserAccept } from './data-pages.ts';

const widget = (node: string, sortorder: number, label: unknown, more = {}) => ({
  node_id: node,
  sortorder,
  label,
  ...more,
});

/** Forms show the date first, then the type; no height; and nodes without a widget last. The name is no condition. */
const labelledModel = {
  ...buildingModel,
  nodes: buildingModel.nodes.map((node) =>
    node.nodeid === nodes.called ? { ...node, issearchable: false } : node,
  ),
  functions_x_graphs: [
    {
      config: {
        descriptor_types: {
          description: { nodegroup_id: nodes.phase, string_template: '<called>' },
        },
      },
    },
  ],
  cards: [
    { nodegroup_id: nodes.phase, name: { en: 'Phases', de: 'Phasen' } },
    { nodegroup_id: nodes.survey, name: { en: 'Surveys', de: 'Begehungen' } },
  ],
  cards_x_nodes_x_widgets: [
    widget(nodes.type, 2, { en: 'Kind', de: 'Art' }),
    widget(nodes.built, 1, { en: 'Year of building', de: 'Baujahr' }),
    widget(nodes.height, 0, { en: 'Height in metres', de: 'Höhe' }, { visible: false }),
    widget(nodes.state, 3, { en: 'Kind', de: 'Art' }),
  ],
};

let buildings: Buildings;
/** A record with a value of each of these nodes in one tile. */
let record: string;

beforeAll(async () => {
  buildings = await openBuildings(labelledModel);
  await buildings.service.openToGuest();
  const needed = [nodes.type, nodes.built, nodes.height, nodes.called];
  const tiles = await buildings.readTiles(buildings.callers.administrator);
  const match = [...tiles].find(([, ofRecord]) =>
    ofRecord.some(({ data }) => needed.every((node) => (data[node] ?? null) !== null)),
  );
  if (match === undefined) throw new Error('No building has all values.');
  [record] = match;
});

afterAll(async () => buildings?.close());

const readPage = async (path: string, language = 'de'): Promise<string> => {
  const response = await buildings.callers.administrator.sendRequest('GET', path, undefined, {
    accept: browserAccept,
    'accept-language': language,
  });
  return response.text();
};

/** The labels of the values on a page. */
const listTerms = (page: string): readonly string[] =>
  [...page.matchAll(/<dt dir="auto">(.*?)<\/dt>/gs)].map(([, label = '']) =>
    label.replaceAll(/<[^>]*>/g, '').trim(),
  );

/** The languages of the labels that say theirs. */
const listLanguages = (page: string): readonly string[] =>
  [...page.matchAll(/<dt dir="auto"\s*><span lang="([^"]*)">/g)].map(([, tag = '']) => tag);

/** The first texts, each once. */
const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

describe('the label of a node', () => {
  it.each([
    ['de', ['Baujahr', 'Art', 'called']],
    ['en', ['Year of building', 'Kind', 'called']],
    ['fr', ['Year of building', 'Kind', 'called']],
  ])(
    'heads its value on the page of a record, in the order of the card: %s',
    async (language, labels) => {
      const terms = unique(listTerms(await readPage(`/resources/${record}`, language)));
      expect(terms.filter((term) => labels.includes(term))).toEqual(labels);
    },
  );

  it.each([
    ['de', []],
    ['en', []],
    ['fr', ['en']],
  ])('says its language on a page in another one: %s', async (language, expected) => {
    const page = await readPage(`/resources/${record}`, language);
    expect(unique(listLanguages(page))).toEqual(expected);
  });

  it('is on the page of the model, which says what records do not show', async () => {
    const page = await readPage('/graphs/building');
    expect(listTerms(page).slice(0, 3)).toEqual(['Höhe', 'Baujahr', 'Art']);
    expect(page.match(/in Datensätzen nicht angezeigt/g)).toHaveLength(1);
  });

  it('heads its column of a table, after the name of the card where it is repeated', async () => {
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      `/resources/?format=csv&graph=${buildingGraph}`,
      undefined,
      { 'accept-language': 'de' },
    );
    const [header = ''] = (await response.text()).split('\r\n');
    expect(header.split(',').slice(0, 2)).toEqual(['Baujahr', 'Phasen: Art']);
    expect(header).toContain(',Begehungen: Art,');
  });

  it('is that of its field in the search, and of what narrows it', async () => {
    const page = await readPage(`/search?graph=${buildingGraph}&changed=1900-01-01..`);
    expect(page).toMatch(/<label for="node.built"[^>]*>Baujahr<\/label>/);
    expect(page).toMatch(/<summary dir="auto">Art<\/summary>/);
  });

  it.each([
    ['results', `/resources/?format=results&node.type=${concepts.barrow}`],
    ['suggestions', '/search/suggest?q=barr'],
  ])('describes values that are found: %s', async (_title, path) => {
    const response = await buildings.callers.administrator.sendRequest('GET', path, undefined, {
      'accept-language': 'de',
    });
    expect(await response.text()).toMatch(/"label": ?"Art"/);
  });
});

describe('a node that its card hides', () => {
  it('is neither on the page of a record nor a field, a column or a suggestion', async () => {
    const page = await readPage(`/resources/${record}`);
    const search = await readPage(`/search?graph=${buildingGraph}`);
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      `/resources/?format=csv&graph=${buildingGraph}`,
    );
    expect(listTerms(page)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(Höhe|height)$/)]),
    );
    expect(search).not.toContain('name="node.height"');
    expect(await response.text()).not.toMatch(/Height|height/);
  });

  it('stays in data, and in conditions by its name', async () => {
    const { administrator } = buildings.callers;
    const response = await administrator.sendRequest(
      'GET',
      `/resources/${record}?format=service-json`,
    );
    expect(await response.text()).toContain(nodes.height);
    expect(await buildings.findIds(administrator, 'node.height=*')).toContain(record);
  });
});

describe('a node that its model does not mark as searchable', () => {
  it('is no field of the search, but on pages', async () => {
    expect(await readPage(`/search?graph=${buildingGraph}`)).not.toContain('name="node.called"');
    expect(listTerms(await readPage(`/resources/${record}`))).toContain('called');
  });
});

describe('a description that is the value of a node', () => {
  const hasLead = async () => (await readPage(`/resources/${record}`)).includes('class="lead"');

  it('is shown once: with the value, otherwise if its card hides the node', async () => {
    expect(await hasLead()).toBe(false);
    const hidden = {
      ...labelledModel,
      cards_x_nodes_x_widgets: [widget(nodes.called, 0, 'Name', { visible: false })],
    };
    const { importContext } = buildings.service;
    await withJsonFile(hidden, (file) => importGraphs([file], importContext));
    expect(await hasLead()).toBe(true);
  });
});
