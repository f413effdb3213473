/** Ids that are easy to tell apart in a failing test. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const ROOT = id(1);
export const NAME = id(2);
export const TYPE = id(3);
export const PLACE = id(4);

/** Members that are added, or replace members with the same key. */
type Changes = Record<string, unknown>;

export function node(nodeId: string, name: string, nodegroupId: string | null, more: Changes = {}) {
  return { nodeid: nodeId, name, nodegroup_id: nodegroupId, datatype: 'string', ...more };
}

export function edge(from: string, to: string, ontologyproperty: string | null = null) {
  return { domainnode_id: from, rangenode_id: to, ontologyproperty };
}

/** A small valid graph: root → name (a nodegroup with a type in it) and place (a nodegroup). */
export function graphDocument(changes: Changes = {}): Changes {
  return {
    graphid: id(100),
    name: 'Monument',
    isresource: true,
    nodes: [
      node(ROOT, 'Monument', null, { istopnode: true, datatype: 'semantic' }),
      node(NAME, 'Name', NAME),
      node(TYPE, 'Name Type', NAME, { datatype: 'concept' }),
      node(PLACE, 'Place', PLACE, { datatype: 'geojson-feature-collection' }),
    ],
    edges: [edge(ROOT, NAME, 'P1'), edge(NAME, TYPE, 'P2'), edge(ROOT, PLACE, 'P53')],
    nodegroups: [
      { nodegroupid: NAME, cardinality: 'n', parentnodegroup_id: null },
      { nodegroupid: PLACE, cardinality: '1' },
    ],
    cards: [],
    ...changes,
  };
}
