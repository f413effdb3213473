import { describe, expect, it } from 'vitest';

import { parseGraphFile } from '../../../../lib/queries/graphs/graphs.ts';
import { graphDocument } from '../../../../lib/serializers/graphs/graph-document.ts';
import {
  edge,
  id,
  NAME,
  node,
  PLACE,
  ROOT,
  TYPE,
} from '../../../infra/cli/import/graphs/example.ts';

const otherGraph = id(200);
const hiddenGraph = id(300);

/** A configuration of the node Name that contains ids of the nodegroup Place, which not every caller may read. */
const nameConfig = {
  precise: '@20-digits@',
  neighbour: PLACE,
  sentence: `goes with ${PLACE.toUpperCase()}, mostly`,
  neighbours: [TYPE, PLACE],
  graphs: [
    { graphid: otherGraph, name: 'Person' },
    { graphid: hiddenGraph, name: 'Informant' },
  ],
  byNode: { [PLACE]: 'near', [TYPE]: 'of it' },
};

const source = {
  graphid: id(100),
  name: 'Of the file',
  author: 'Somebody',
  color: null,
  deploymentfile: 'secret-of-the-platform',
  nodes: [
    node(ROOT, 'Monument', null, { istopnode: true, datatype: 'semantic' }),
    node(NAME, 'Name', NAME, { config: nameConfig, sortorder: 2, internal: 'nobody asks for it' }),
    node(TYPE, 'Name Type', NAME.toUpperCase(), { datatype: 'concept' }),
    node(PLACE, 'Place', PLACE, { datatype: 'geojson-feature-collection' }),
  ],
  edges: [edge(ROOT, NAME, 'P1'), edge(NAME, TYPE, 'P2'), edge(ROOT, PLACE, 'P53')],
  nodegroups: [
    { nodegroupid: NAME, cardinality: 'n', parentnodegroup_id: PLACE },
    { nodegroupid: PLACE, cardinality: '1', parentnodegroup_id: null },
  ],
  cards: [
    { cardid: id(11), nodegroup_id: PLACE, name: 'Where it is', sortorder: 1 },
    { cardid: id(12), nodegroup_id: NAME, name: 'What it is called', sortorder: 0 },
  ],
  cards_x_nodes_x_widgets: [
    { id: id(21), card_id: id(12), node_id: NAME, label: 'Name', config: { above: id(11) } },
    { id: id(22), card_id: id(11), node_id: PLACE, label: 'Place on the map' },
  ],
  functions_x_graphs: [
    {
      id: id(31),
      config: {
        triggering_nodegroups: [NAME, PLACE],
        descriptor_types: {
          name: { nodegroup_id: NAME, string_template: '<Name> (<Name Type>)' },
          description: { nodegroup_id: PLACE, string_template: 'It stands at <Place>' },
          map_popup: { nodegroup_id: NAME, string_template: '<Name> near <Place>' },
          summary: {
            nodegroup_id: PLACE,
            string_template: { en: 'In the place', es: 'En el lugar' },
          },
          heading: {
            nodegroup_id: NAME,
            string_template: { en: '<Name>', es: '<Name> en <Place>' },
          },
        },
      },
    },
  ],
};

/** The model for a caller who may read only these nodegroups. */
function createDocument(
  readableNodegroups: readonly string[],
  unreadableIds: readonly string[] = [],
  options: { readonly withCards?: boolean; readonly exclude?: readonly string[] } = {},
): Readonly<Record<string, unknown>> {
  const header = {
    graphId: id(100),
    slug: 'monument',
    name: { en: 'Monument' },
    ontologyId: null,
    publicationId: id(101),
    publishedAt: '2026-11-22T10:00:00+00:00',
    readableNodegroups,
    unreadableIds,
  };
  const text = JSON.stringify(source).replace('"@20-digits@"', '12345678901234567890');
  return graphDocument(
    { ...header, file: parseGraphFile(text) },
    {
      withCards: true,
      exclude: [],
      language: 'en',
      ...options,
    },
  );
}

const fullModel = createDocument([NAME, PLACE]);
const restrictedModel = createDocument([NAME], [PLACE, hiddenGraph]);

const pickMembers = (rows: unknown, key: string): readonly unknown[] =>
  Array.isArray(rows) ? rows.map((row: Readonly<Record<string, unknown>>) => row[key]) : [];

describe('a model for a caller who may read all of it', () => {
  it('has datatypes, cards, graph and cardwidgets', () => {
    expect(Object.keys(fullModel).toSorted()).toEqual([
      'cards',
      'cardwidgets',
      'datatypes',
      'graph',
    ]);
    expect(fullModel['datatypes']).toContainEqual({
      datatype: 'geojson-feature-collection',
      isgeometric: true,
    });
  });

  it('prefers the values of the service to the values of the file', () => {
    expect(fullModel['graph']).toMatchObject({
      graphid: id(100),
      slug: 'monument',
      name: { en: 'Monument' },
      isresource: true,
      publication_id: id(101),
      author: 'Somebody',
      color: null,
      version: '',
    });
  });

  it('has its root, and omits unknown columns of the file', () => {
    expect(fullModel['graph']).toMatchObject({
      root: { nodeid: ROOT, name: 'Monument' },
      nodes: [
        { nodeid: ROOT, is_collector: false },
        { nodeid: NAME, is_collector: true, alias: null },
        { nodeid: TYPE, nodegroup_id: NAME },
        { nodeid: PLACE },
      ],
    });
    expect(JSON.stringify(fullModel)).not.toContain('nobody asks for it');
  });

  it('has cards in the order of sortorder', () => {
    expect(pickMembers(fullModel['cards'], 'cardid')).toEqual([id(12), id(11)]);
  });

  it('keeps every digit of a number', () => {
    expect(JSON.stringify(fullModel)).toContain('"precise":12345678901234567890');
  });
});

describe('a model for a caller who may not read one of its nodegroups', () => {
  it('omits the nodes, edges, cards, widgets and templates of this nodegroup', () => {
    const text = JSON.stringify(restrictedModel).toLowerCase();
    const partsOfPlace = [
      PLACE,
      id(11),
      id(22),
      hiddenGraph,
      'p53',
      'where it is',
      'place',
      'informant',
    ];
    expect(partsOfPlace.filter((part) => text.includes(part))).toEqual([]);
  });

  it('omits templates with an unreadable nodegroup or node in any language', () => {
    const readableTemplates = {
      name: { nodegroup_id: NAME, string_template: '<Name> (<Name Type>)' },
    };
    expect(restrictedModel['graph']).toHaveProperty(
      ['functions', 0, 'config', 'descriptor_types'],
      readableTemplates,
    );
  });

  it('omits an unreadable parent nodegroup', () => {
    expect(restrictedModel['graph']).toMatchObject({
      nodegroups: [{ nodegroupid: NAME, parentnodegroup_id: null }],
    });
  });

  it('keeps the readable parts of configurations', () => {
    expect(restrictedModel['graph']).toMatchObject({
      nodes: [
        { nodeid: ROOT },
        {
          config: {
            neighbour: null,
            sentence: null,
            neighbours: [TYPE],
            graphs: [{ graphid: otherGraph, name: 'Person' }],
            byNode: { [TYPE]: 'of it' },
          },
        },
        { nodeid: TYPE },
      ],
      functions: [
        {
          config: {
            triggering_nodegroups: [NAME],
            descriptor_types: { name: { string_template: '<Name> (<Name Type>)' } },
          },
        },
      ],
    });
  });

  it('has only nodes without a nodegroup if no nodegroup is readable', () => {
    const { graph } = createDocument([], [NAME, PLACE, TYPE, hiddenGraph]);
    expect(graph).toMatchObject({ nodegroups: [], cards: [], edges: [] });
    expect(pickMembers(Object(graph)['nodes'], 'nodeid')).toEqual([ROOT]);
  });
});

describe('parts of a model', () => {
  it('are only the graph if withCards is false', () => {
    expect(Object.keys(createDocument([NAME], [], { withCards: false }))).toEqual(['graph']);
  });

  it('can be excluded by name, beside the graph and in it', () => {
    const { graph, ...otherParts } = createDocument([NAME], [], {
      exclude: ['cards', 'datatypes', 'edges'],
    });
    expect(Object.keys(otherParts)).toEqual(['cardwidgets']);
    expect(graph).not.toHaveProperty('edges');
    expect(graph).not.toHaveProperty('cards');
    expect(graph).toHaveProperty('nodes');
  });
});
