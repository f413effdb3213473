import type { CompiledGraph } from '../graphs/compile-graph.ts';
import type { GraphId, NodegroupId, NodeId } from '../../../../lib/model/ids.ts';

/** A resource model by its nodegroups and nodes, for checking records. */
export type ModelIndex = {
  readonly graphId: GraphId;
  readonly isResourceModel: boolean;
  readonly nodegroups: ReadonlyMap<
    string,
    {
      readonly cardinality: '1' | 'n';
      readonly parentNodegroupId: NodegroupId | null;
      readonly name: string;
    }
  >;
  readonly nodes: ReadonlyMap<
    string,
    { readonly nodegroupId: NodegroupId | null; readonly datatype: string }
  >;
};

/** The known resource models, by id. */
export type Models = ReadonlyMap<string, ModelIndex>;

/** Prepares a compiled graph for looking up its nodegroups and nodes by id. */
export function indexModel(graph: CompiledGraph): ModelIndex {
  const nodes = new Map<string, { nodegroupId: NodegroupId | null; datatype: string }>();
  const names = new Map<NodeId | NodegroupId, string>();
  for (const node of graph.nodes) {
    nodes.set(node.nodeId, { nodegroupId: node.nodegroupId, datatype: node.datatype });
    names.set(node.nodeId, node.propertyName);
  }
  const nodegroups = new Map(
    graph.nodegroups.map((nodegroup) => [
      nodegroup.nodegroupId as string,
      {
        cardinality: nodegroup.cardinality,
        parentNodegroupId: nodegroup.parentNodegroupId,
        name: names.get(nodegroup.nodegroupId) ?? nodegroup.nodegroupId,
      },
    ]),
  );
  return { graphId: graph.graphId, isResourceModel: graph.isResourceModel, nodegroups, nodes };
}
