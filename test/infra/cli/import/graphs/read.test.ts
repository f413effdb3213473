import { describe, expect, it } from 'vitest';

import { readGraphDocument } from '../../../../../infra/cli/import/graphs/read-graphs.ts';
import { edge, graphDocument, id, NAME, node, PLACE, ROOT, TYPE } from './example.ts';

function readSingleGraph(document: unknown) {
  const { graphs, problems } = readGraphDocument(document);
  expect(problems).toEqual([]);
  expect(graphs).toHaveLength(1);
  return graphs[0];
}

describe('the layouts of a graph document', () => {
  it.each([
    ['a list under "graph"', { graph: [graphDocument()], metadata: {} }],
    ['one graph under "graph"', { graph: graphDocument() }],
    ['a graph alone', graphDocument()],
  ])('are read with the same result: %s', (_shape, document) => {
    expect(readSingleGraph(document)?.nodes).toHaveLength(4);
  });

  it('are distinguished from other JSON', () => {
    for (const otherDocument of [{ business_data: {} }, [], 'graph', null])
      expect(readGraphDocument(otherDocument).problems.map(({ code }) => code)).toEqual([
        'no_graph',
      ]);
  });

  it('may have a plain name or names by language, which are kept as they are', () => {
    expect(readSingleGraph(graphDocument({ name: 'Mill' }))?.name).toBe('Mill');
    expect(readSingleGraph(graphDocument({ name: { en: 'Mill', de: null } }))?.name).toEqual({
      en: 'Mill',
      de: null,
    });
  });

  it('may have the root as a separate member, with or without the root among the nodes', () => {
    const root = node(ROOT, 'Monument', null, { istopnode: true });
    expect(readSingleGraph(graphDocument({ root }))?.nodes).toHaveLength(4);
    const allNodes = graphDocument().nodes as readonly unknown[];
    expect(readSingleGraph(graphDocument({ root, nodes: allNodes.slice(1) }))?.nodes).toHaveLength(
      4,
    );
  });

  it('may lack alias, slug, cards and card ids', () => {
    const graph = readSingleGraph(graphDocument({ cards: [{ nodegroup_id: NAME }] }));
    expect(graph).toMatchObject({ slug: null, cards: [{ nodegroupId: NAME, isVisible: true }] });
  });
});

describe('a graph', () => {
  it('stores the parent and property of each edge in the node below the edge', () => {
    const graph = readSingleGraph(graphDocument());
    expect(graph?.nodes.find(({ nodeId }) => String(nodeId) === TYPE)).toMatchObject({
      parentNodeId: NAME,
      ontologyProperty: 'P2',
    });
  });

  it('takes the ontology property from the node if the edge to it has none', () => {
    const nodes = [
      node(ROOT, 'Monument', null, { istopnode: true, parentproperty: '' }),
      node(NAME, 'Name', NAME, { parentproperty: 'P1' }),
    ];
    const nodegroups = [{ nodegroupid: NAME, cardinality: 'n' }];
    const graph = readSingleGraph(graphDocument({ nodes, nodegroups, edges: [edge(ROOT, NAME)] }));
    expect(graph?.nodes.map(({ ontologyProperty }) => ontologyProperty)).toEqual([null, 'P1']);
  });

  it('has the publication id of the document', () => {
    expect(
      readSingleGraph(graphDocument({ publication: { publicationid: id(7) } }))?.publicationId,
    ).toBe(id(7));
    expect(readSingleGraph(graphDocument({ publication: id(8) }))?.publicationId).toBe(id(8));
  });

  it('has a publication id computed from its content if the document has none', () => {
    const first = readSingleGraph(graphDocument())?.publicationId;
    expect(readSingleGraph(graphDocument({ name: 'Mill' }))?.publicationId).not.toBe(first);
    expect(readSingleGraph(graphDocument())?.publicationId).toBe(first);
  });

  it('is a branch unless its document marks it as a resource model', () => {
    expect(readSingleGraph(graphDocument({ isresource: false }))?.isResourceModel).toBe(false);
    expect(readSingleGraph(graphDocument({ isresource: undefined }))?.isResourceModel).toBe(false);
  });

  it.each([
    [
      'under descriptor_types',
      { descriptor_types: { name: { nodegroup_id: NAME, string_template: '<Name>' } } },
    ],
    [
      'at the top',
      { name: { nodegroup_id: NAME, string_template: '<Name>' }, triggering_nodegroups: [] },
    ],
  ])('is read with its descriptor templates: %s', (_shape, config) => {
    const graph = readSingleGraph(
      graphDocument({ functions_x_graphs: [{ config: {} }, { config }] }),
    );
    expect(graph?.descriptors).toEqual({
      name: { nodegroupId: NAME, template: '<Name>' },
      description: null,
      mapPopup: null,
    });
  });
});

describe('the descriptor templates of a graph', () => {
  const template = (text: string) => ({ nodegroup_id: NAME, string_template: text });

  it('are the first ones with a text among the functions, each kind by itself', () => {
    const configurations = [
      { descriptor_types: { name: template(''), description: template('One') } },
      { name: template(' '), description: template('Two'), map_popup: template('') },
      { descriptor_types: { name: template('<Name>'), map_popup: template('Map') } },
    ];
    const graph = readSingleGraph(
      graphDocument({ functions_x_graphs: configurations.map((config) => ({ config })) }),
    );
    expect(graph?.descriptors).toMatchObject({
      name: { template: '<Name>' },
      description: { template: 'One' },
      mapPopup: { template: 'Map' },
    });
  });
});

describe('a graph with an entry that is repeated word for word', () => {
  const lists: Readonly<Record<string, readonly object[]>> = {
    nodes: graphDocument()['nodes'] as readonly object[],
    edges: graphDocument()['edges'] as readonly object[],
    nodegroups: graphDocument()['nodegroups'] as readonly object[],
    cards: [NAME, PLACE].map((nodegroup, at) => ({ cardid: id(20 + at), nodegroup_id: nodegroup })),
    widgets: [{ id: id(30), node_id: NAME, card_id: id(20), config: { label: 'Name' } }],
    cards_x_nodes_x_widgets: [{ id: id(31), node_id: TYPE, card_id: id(20), config: {} }],
    functions: [{ function_id: id(32), config: {} }],
    functions_x_graphs: [{ function_id: id(33), config: {} }],
    spatial_views: [{ spatialviewid: id(34) }],
  };
  const listNames = Object.keys(lists);

  it.each(listNames)('is read with each entry of %s once, and with a warning', (name) => {
    const list = lists[name] ?? [];
    const [first = {}] = list;
    const reorderedEntry = Object.fromEntries(Object.entries(first).toReversed());
    const { graphs, problems } = readGraphDocument({
      graph: [graphDocument({ ...lists, [name]: [first, reorderedEntry, ...list] })],
    });
    expect(problems).toEqual(
      [1, 2].map((position) => ({
        severity: 'warning',
        code: 'repeated_entry',
        pointer: `/graph/0/${name}/${position}`,
        message: 'The entry equals an earlier one of the graph. It is imported once.',
        record: id(100),
      })),
    );
    expect(graphs).toEqual([readSingleGraph(graphDocument(lists))]);
  });

  it('has other problems whose pointers count the repeated entry too', () => {
    const [root, ...otherNodes] = lists['nodes'] ?? [];
    const nodes = [root, root, ...otherNodes, node(TYPE, 'Again', NAME)];
    const { graphs, problems } = readGraphDocument(graphDocument({ nodes }));
    expect(graphs).toEqual([]);
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['repeated_entry', '/nodes/1'],
      ['duplicate_node', '/nodes/5/nodeid'],
    ]);
  });
});

describe('a graph with an entry that belongs to nothing', () => {
  const card = { cardid: id(20), nodegroup_id: NAME };
  const widget = { node_id: NAME, card_id: id(20), config: { label: 'Name' } };
  const edges = graphDocument()['edges'] as readonly object[];
  const lists = { edges, cards: [card], cards_x_nodes_x_widgets: [widget], widgets: [widget] };

  it.each([
    ['edges', 'domainnode_id', { rangenode_id: NAME }],
    ['edges', 'rangenode_id', { domainnode_id: ROOT }],
    ['cards', 'nodegroup_id', { cardid: id(21) }],
    ['cards_x_nodes_x_widgets', 'node_id', { card_id: id(20), config: {} }],
    ['widgets', 'node_id', { card_id: id(20), config: {} }],
  ] as const)(
    'is read without the entry of %s, and with a warning: %s is null, empty or absent',
    (name, member, rest) => {
      for (const part of [{ [member]: null }, { [member]: '' }, {}]) {
        const list = [{ ...rest, ...part }, ...lists[name]];
        const { graphs, problems } = readGraphDocument(graphDocument({ ...lists, [name]: list }));
        expect(problems.map(({ severity, code, pointer }) => [severity, code, pointer])).toEqual([
          ['warning', 'incomplete_entry', `/${name}/0`],
        ]);
        expect(graphs).toEqual([readSingleGraph(graphDocument(lists))]);
      }
    },
  );

  it('has other problems whose pointers count that entry too', () => {
    const nothing = { domainnode_id: null, rangenode_id: null };
    const { problems } = readGraphDocument(
      graphDocument({ edges: [nothing, nothing, ...edges, edge(ROOT, id(9))] }),
    );
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['incomplete_entry', '/edges/0'],
      ['incomplete_entry', '/edges/1'],
      ['unknown_edge_end', '/edges/5/rangenode_id'],
    ]);
  });
});

describe('an invalid graph', () => {
  const unusedId = id(9);
  const nodes = graphDocument()['nodes'] as readonly object[];
  const edges = graphDocument()['edges'] as readonly object[];
  const nodegroups = graphDocument()['nodegroups'] as readonly object[];

  it.each([
    ['duplicate_node', '/graph/0/nodes/4/nodeid', { nodes: [...nodes, node(TYPE, 'Again', NAME)] }],
    [
      'nodegroup_without_collector',
      '/graph/0/nodegroups/2/nodegroupid',
      { nodegroups: [...nodegroups, { nodegroupid: unusedId, cardinality: '1' }] },
    ],
    ['unknown_nodegroup', '/graph/0/nodes/3/nodegroup_id', { nodegroups: nodegroups.slice(0, 1) }],
    [
      'unknown_edge_end',
      '/graph/0/edges/3/rangenode_id',
      { edges: [...edges, edge(ROOT, unusedId)] },
    ],
    ['orphan_node', '/graph/0/nodes/3', { edges: edges.slice(0, 2) }],
    ['several_parents', '/graph/0/edges/3/rangenode_id', { edges: [...edges, edge(PLACE, TYPE)] }],
    [
      'cycle',
      '/graph/0/nodes/1',
      { edges: [edge(TYPE, NAME), edge(NAME, TYPE), edge(ROOT, PLACE)] },
    ],
    ['cycle', '/graph/0/edges', { edges: [...edges, edge(TYPE, ROOT)] }],
    [
      'unknown_parent_nodegroup',
      '/graph/0/nodegroups/0/parentnodegroup_id',
      {
        nodegroups: [
          { nodegroupid: NAME, cardinality: 'n', parentnodegroup_id: unusedId },
          nodegroups[1],
        ],
      },
    ],
    [
      'cycle',
      '/graph/0/nodegroups/0/parentnodegroup_id',
      {
        nodegroups: [
          { nodegroupid: NAME, cardinality: 'n', parentnodegroup_id: NAME },
          nodegroups[1],
        ],
      },
    ],
    [
      'several_roots',
      '/graph/0/nodes',
      { nodes: [...nodes, node(unusedId, 'Top', null, { istopnode: true })] },
    ],
    ['no_root', '/graph/0/nodes', { nodes: [node(ROOT, 'Monument', null), ...nodes.slice(1)] }],
    ['malformed_graph', '/graph/0/nodes/0/nodeid', { nodes: [node('n1', 'Name', null)] }],
    ['malformed_graph', '/graph/0/graphid', { graphid: undefined }],
  ])('is left out, with the problem %s at %s', (code, pointer, changes) => {
    const { graphs, problems } = readGraphDocument({ graph: [graphDocument(changes)] });
    expect(graphs).toEqual([]);
    expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', code, pointer }));
  });

  it('does not prevent the import of other graphs', () => {
    const { graphs } = readGraphDocument({
      graph: [graphDocument({ nodes: [] }), graphDocument()],
    });
    expect(graphs).toHaveLength(1);
  });

  it('is identified by the id of the graph in each of its problems', () => {
    const { problems } = readGraphDocument(graphDocument({ edges: edges.slice(0, 2) }));
    expect(problems.map(({ record }) => record)).toEqual([id(100)]);
    expect(problems[0]?.message).toContain(PLACE);
  });
});

describe('reading a graph with minor errors', () => {
  it('reads a nodegroup without a cardinality as cardinality n, with a warning', () => {
    const nodegroups = [
      { nodegroupid: NAME, cardinality: null },
      { nodegroupid: PLACE, cardinality: 'n' },
    ];
    const { graphs, problems } = readGraphDocument(graphDocument({ nodegroups }));
    expect(graphs[0]?.nodegroups[0]?.cardinality).toBe('n');
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'missing_cardinality', pointer: '/nodegroups/0/cardinality' },
    ]);
  });

  it('keeps an unknown datatype, with a warning', () => {
    const nodes = [node(ROOT, 'Monument', null, { istopnode: true, datatype: 'colour' })];
    const { graphs, problems } = readGraphDocument(
      graphDocument({ nodes, edges: [], nodegroups: [] }),
    );
    expect(graphs[0]?.nodes[0]?.datatype).toBe('colour');
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'unknown_datatype', pointer: '/nodes/0/datatype' },
    ]);
  });

  it('drops a slug that is not valid in a path, with a warning', () => {
    for (const slug of ['a b', 'ä', id(5)]) {
      const { graphs, problems } = readGraphDocument(graphDocument({ slug }));
      expect(graphs[0]?.slug).toBeNull();
      expect(problems).toMatchObject([
        { severity: 'warning', code: 'invalid_slug', pointer: '/slug' },
      ]);
    }
  });

  it('keeps an alias only for the first node that has it, with a warning', () => {
    const nodes = [
      node(ROOT, 'Monument', null, { istopnode: true, alias: 'name' }),
      node(NAME, 'Name', NAME, { alias: 'name' }),
    ];
    const nodegroups = [{ nodegroupid: NAME, cardinality: 'n' }];
    const document = graphDocument({ nodes, nodegroups, edges: [edge(ROOT, NAME)] });
    const { graphs, problems } = readGraphDocument(document);
    expect(graphs[0]?.nodes.map(({ alias }) => alias)).toEqual(['name', null]);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'duplicate_alias' }]);
  });

  it('drops cards of nodegroups that do not exist, with a warning', () => {
    const { graphs, problems } = readGraphDocument(
      graphDocument({ cards: [{ nodegroup_id: id(9) }] }),
    );
    expect(graphs[0]?.cards).toEqual([]);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'unknown_card_nodegroup' }]);
  });
});
