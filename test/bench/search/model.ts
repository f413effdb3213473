/** A UUID of version 4 that differs in its last digits. */
function id(number: number): string {
  return `5ea2c000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The models of the bench, each with a nodegroup of its names, and its share of the resource instances. */
export const searchModels = [0.001, 0.099, ...Array.from({ length: 9 }, () => 0.1)].map(
  (share, position) => ({
    graphId: id(100 + position),
    rootId: id(200 + position),
    nodegroupId: id(300 + position),
    share,
  }),
);

/** The graph file of all models. */
export const searchGraphDocument = {
  graph: searchModels.map(({ graphId, rootId, nodegroupId }, position) => ({
    graphid: graphId,
    name: `Model ${position}`,
    isresource: true,
    nodes: [
      {
        nodeid: rootId,
        name: 'Root',
        datatype: 'semantic',
        nodegroup_id: null,
        istopnode: true,
        config: {},
      },
      {
        nodeid: nodegroupId,
        name: 'Name',
        datatype: 'string',
        nodegroup_id: nodegroupId,
        config: {},
      },
    ],
    edges: [{ domainnode_id: rootId, rangenode_id: nodegroupId, ontologyproperty: null }],
    nodegroups: [{ nodegroupid: nodegroupId, cardinality: '1', parentnodegroup_id: null }],
    cards: [],
  })),
};
