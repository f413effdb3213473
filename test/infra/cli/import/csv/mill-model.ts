/** A stable UUID. */
export const id = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

type NodeParts = Readonly<Record<string, unknown>>;

function node(number: number, name: string, datatype: string, nodegroup: number | null): NodeParts {
  return {
    nodeid: id(number),
    name,
    datatype,
    nodegroup_id: nodegroup === null ? null : id(nodegroup),
    istopnode: nodegroup === null,
    graph_id: id(1),
    config: {},
  };
}

const edge = (from: number, to: number) => ({
  edgeid: id(100 + to),
  domainnode_id: id(from),
  rangenode_id: id(to),
});

const nodegroup = (number: number, parent: number | null, cardinality: '1' | 'n') => ({
  nodegroupid: id(number),
  parentnodegroup_id: parent === null ? null : id(parent),
  cardinality,
});

/** The options of the state of a mill. */
const options = [
  { id: id(201), text: { en: 'in use' } },
  { id: id(202), text: { en: 'ruined' } },
];

/**
 * A model with a name and a date in one nodegroup and remarks in another; a neighbour, which is a mill too; a state of cardinality 1;
 * parts with their names in a nodegroup below; and a style and materials, which may be any concepts.
 */
export const millModel = {
  graphid: id(1),
  name: 'Mills',
  isresource: true,
  nodes: [
    node(2, 'Mill', 'semantic', null),
    node(3, 'Name', 'string', 3),
    node(4, 'Year Built', 'date', 3),
    node(5, 'Remark', 'string', 5),
    { ...node(6, 'Neighbour', 'resource-instance', 6), config: { graphs: [{ graphid: id(1) }] } },
    { ...node(7, 'State', 'domain-value', 7), config: { options } },
    node(8, 'Part', 'semantic', 8),
    node(9, 'Part Name', 'string', 9),
    node(10, 'Part Kind', 'string', 8),
    // Without a collection.
    node(11, 'Style', 'concept', 11),
    node(12, 'Materials', 'concept-list', 11),
  ],
  edges: [
    edge(2, 3),
    edge(3, 4),
    edge(2, 5),
    edge(2, 6),
    edge(2, 7),
    edge(2, 8),
    edge(8, 9),
    edge(8, 10),
    edge(2, 11),
    edge(11, 12),
  ],
  nodegroups: [
    nodegroup(3, null, 'n'),
    nodegroup(5, null, 'n'),
    nodegroup(6, null, 'n'),
    nodegroup(7, null, '1'),
    nodegroup(8, null, 'n'),
    nodegroup(9, 8, 'n'),
    nodegroup(11, null, 'n'),
  ],
  cards: [],
  functions_x_graphs: [
    {
      config: {
        descriptor_types: { name: { nodegroup_id: id(3), string_template: '<Name>' } },
        triggering_nodegroups: [id(3)],
      },
    },
  ],
};
