import type { CompiledGraph } from '../graphs/compile-graph.ts';

export type ModelIndex = ReturnType<typeof indexModel>;

/** The resource models, by graph id. */
export type ModelsByGraph = ReadonlyMap<string, ModelIndex>;

/** Indexes the nodegroups and nodes of a compiled graph by id, for the check of records. */
export function indexModel({ graphId, isResourceModel, nodegroups, nodes }: CompiledGraph) {
  const names = new Map<string, string>(nodes.map((node) => [node.nodeId, node.propertyName]));
  return {
    graphId,
    isResourceModel,
    nodegroups: new Map(
      nodegroups.map(({ nodegroupId, parentNodegroupId, cardinality }) => [
        nodegroupId as string,
        { parentNodegroupId, cardinality, name: names.get(nodegroupId) ?? nodegroupId },
      ]),
    ),
    nodes: new Map(
      nodes.map(({ nodeId, nodegroupId, datatype }) => [
        nodeId as string,
        { nodegroupId, datatype },
      ]),
    ),
  };
}
