import { describe, expect, it } from 'vitest';

import { compileGraph } from '../../../../../infra/cli/import/graphs/compile-graph.ts';
import { readGraphDocument } from '../../../../../infra/cli/import/graphs/read-graphs.ts';
import { edge, graphDocument, id, NAME, node, PLACE, ROOT, TYPE } from './example.ts';

function compileDocument(changes: Record<string, unknown> = {}) {
  const { graphs, problems } = readGraphDocument(graphDocument(changes));
  const [graph] = graphs;
  if (graph === undefined) throw new Error(JSON.stringify(problems));
  return compileGraph(graph);
}

/** The root with the given child nodes. Each child is the collector of a nodegroup. */
function membersWithSiblings(...siblings: readonly ReturnType<typeof node>[]) {
  return {
    nodes: [node(ROOT, 'Monument', null, { istopnode: true }), ...siblings],
    edges: siblings.map(({ nodeid }) => edge(ROOT, nodeid)),
    nodegroups: siblings.map(({ nodeid }) => ({ nodegroupid: nodeid, cardinality: 'n' })),
  };
}

describe('compileGraph', () => {
  it('puts each node after its parent, with its depth', () => {
    expect(
      compileDocument().nodes.map(({ nodeId, depth, position }) => [nodeId, depth, position]),
    ).toEqual([
      [ROOT, 0, 0],
      [NAME, 1, 1],
      [TYPE, 2, 2],
      [PLACE, 1, 3],
    ]);
  });

  it('orders siblings by sort order, then name, then id, independently of their order in the file', () => {
    const siblings = [
      node(id(15), 'Beta', id(15)),
      node(id(14), 'Alpha', id(14), { sortorder: null }),
      node(id(13), 'Alpha', id(13), { sortorder: 0 }),
      node(id(12), 'Gamma', id(12), { sortorder: -1 }),
      node(id(11), 'Alpha', id(11), { sortorder: 2 }),
    ];
    const expectedOrder = [ROOT, id(12), id(13), id(14), id(15), id(11)];
    for (const nodes of [siblings, siblings.toReversed()])
      expect(
        compileDocument(membersWithSiblings(...nodes)).nodes.map(({ nodeId }) => nodeId),
      ).toEqual(expectedOrder);
  });

  it('lists nodegroups in model order, with their nodes', () => {
    expect(compileDocument().nodegroups).toMatchObject([
      {
        nodegroupId: NAME,
        position: 0,
        depth: 0,
        cardinality: 'n',
        name: 'Name',
        nodeIds: [NAME, TYPE],
      },
      { nodegroupId: PLACE, position: 1, depth: 0, cardinality: '1', nodeIds: [PLACE] },
    ]);
  });

  it('distinguishes a hidden nodegroup from one below a hidden nodegroup', () => {
    const graph = compileDocument({
      nodes: [
        node(ROOT, 'Monument', null, { istopnode: true }),
        node(NAME, 'Name', NAME),
        node(TYPE, 'Type', TYPE),
        node(PLACE, 'Place', PLACE),
      ],
      edges: [edge(ROOT, NAME), edge(NAME, TYPE), edge(TYPE, PLACE)],
      nodegroups: [
        { nodegroupid: NAME, cardinality: '1' },
        { nodegroupid: TYPE, cardinality: '1', parentnodegroup_id: NAME },
        { nodegroupid: PLACE, cardinality: '1', parentnodegroup_id: TYPE },
      ],
      cards: [
        { nodegroup_id: NAME, name: { en: 'Names' }, visible: true },
        { nodegroup_id: TYPE, visible: false },
      ],
    });
    expect(graph.nodegroups).toMatchObject([
      { name: { en: 'Names' }, depth: 0, isHidden: false, isBelowHidden: false },
      { depth: 1, isHidden: true, isBelowHidden: false },
      { depth: 2, isHidden: false, isBelowHidden: true },
    ]);
  });

  it('names properties by field name, then by name, then by id', () => {
    const graph = compileDocument(
      membersWithSiblings(
        node(id(11), 'A Name', id(11), { fieldname: 'Given_Name' }),
        node(id(12), 'Bâtiment: nom', id(12), { fieldname: '' }),
        node(id(13), '???', id(13)),
      ),
    );
    const names = new Map(
      graph.nodes.map(({ nodeId, propertyName }) => [String(nodeId), propertyName]),
    );
    expect([names.get(id(11)), names.get(id(12)), names.get(id(13))]).toEqual([
      'Given_Name',
      'batiment_nom',
      id(13),
    ]);
  });

  it('finds the nodes in descriptor templates, and keeps unknown placeholders as text', () => {
    const template = { nodegroup_id: NAME, string_template: '<Name>, <Place> (<Name Type>)' };
    const functions = [{ config: { descriptor_types: { name: template } } }];
    expect(compileDocument({ functions_x_graphs: functions }).descriptors.name).toEqual({
      nodegroupId: NAME,
      parts: [
        { kind: 'node', nodeId: NAME },
        { kind: 'text', text: ', <Place> (' },
        { kind: 'node', nodeId: TYPE },
        { kind: 'text', text: ')' },
      ],
    });
  });

  it('records whether the graph has an ontology', () => {
    const root = { istopnode: true, ontologyclass: 'http://www.cidoc-crm.org/cidoc-crm/E22' };
    const nodes = [node(ROOT, 'Monument', null, root)];
    expect(compileDocument({ nodes, edges: [], nodegroups: [] }).hasOntology).toBe(true);
    expect(compileDocument().hasOntology).toBe(false);
  });

  it('returns plain JSON, which is equal for equal graphs', () => {
    expect(JSON.parse(JSON.stringify(compileDocument()))).toEqual(compileDocument());
  });
});
