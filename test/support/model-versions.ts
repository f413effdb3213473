import { samplePackageFolder } from '../../infra/local/sample/paths.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

const modelNodeSchema = z.looseObject({
  nodeid: z.string(),
  nodegroup_id: z.string().nullable(),
  datatype: z.string(),
  alias: z.string(),
  istopnode: z.boolean(),
});
const modelSchema = z.looseObject({
  graphid: z.string(),
  slug: z.string(),
  nodes: z.array(modelNodeSchema),
  edges: z.array(z.looseObject({ domainnode_id: z.string(), rangenode_id: z.string() })),
  nodegroups: z.array(
    z.looseObject({
      nodegroupid: z.string(),
      parentnodegroup_id: z.string().nullable(),
      cardinality: z.string(),
    }),
  ),
  cards: z.array(z.looseObject({ nodegroup_id: z.string(), visible: z.boolean() })),
  cards_x_nodes_x_widgets: z.array(z.looseObject({ node_id: z.string() })),
});
const graphFileSchema = z.object({ graph: z.tuple([modelSchema]) });

/** A version of a resource model in a graph file. The functions below return changed copies. */
export type ModelVersion = z.output<typeof modelSchema>;
type ModelNode = z.output<typeof modelNodeSchema>;

/**
 * Reads a model of the sample.
 * @param slug the name of its file, without the extension
 */
export function readSampleModel(slug: string): ModelVersion {
  const text = readFileSync(
    path.join(samplePackageFolder, `graphs/resource_models/${slug}.json`),
    'utf8',
  );
  return graphFileSchema.parse(JSON.parse(text)).graph[0];
}

export function toGraphFile(version: ModelVersion): unknown {
  return { graph: [version] };
}

/** Moves a node to another nodegroup. */
export function withNodeMoved(
  version: ModelVersion,
  nodeId: string,
  nodegroupId: string,
): ModelVersion {
  return {
    ...version,
    nodes: version.nodes.map((node) =>
      node.nodeid === nodeId ? { ...node, nodegroup_id: nodegroupId } : node,
    ),
    edges: version.edges.map((edge) =>
      edge.rangenode_id === nodeId ? { ...edge, domainnode_id: nodegroupId } : edge,
    ),
  };
}

/** Removes a node; the nodes below it become children of its parent. */
export function withoutNode(version: ModelVersion, nodeId: string): ModelVersion {
  const parent = version.edges.find((edge) => edge.rangenode_id === nodeId)?.domainnode_id;
  return {
    ...version,
    nodes: version.nodes.filter((node) => node.nodeid !== nodeId),
    edges: version.edges
      .filter((edge) => edge.rangenode_id !== nodeId)
      .map((edge) =>
        edge.domainnode_id === nodeId && parent !== undefined
          ? { ...edge, domainnode_id: parent }
          : edge,
      ),
    cards_x_nodes_x_widgets: version.cards_x_nodes_x_widgets.filter(
      (widget) => widget.node_id !== nodeId,
    ),
  };
}

/** Removes a nodegroup with its nodes and cards; the nodegroups below it become children of its parent. */
export function withoutNodegroup(version: ModelVersion, nodegroupId: string): ModelVersion {
  const removedNodegroup = version.nodegroups.find(
    (nodegroup) => nodegroup.nodegroupid === nodegroupId,
  );
  const nodes = version.nodes.filter((node) => node.nodegroup_id === nodegroupId);
  const versionWithoutNodes = nodes.reduce(
    (remaining, { nodeid }) => withoutNode(remaining, nodeid),
    version,
  );
  return {
    ...versionWithoutNodes,
    nodegroups: versionWithoutNodes.nodegroups
      .filter((nodegroup) => nodegroup.nodegroupid !== nodegroupId)
      .map((nodegroup) =>
        nodegroup.parentnodegroup_id === nodegroupId
          ? { ...nodegroup, parentnodegroup_id: removedNodegroup?.parentnodegroup_id ?? null }
          : nodegroup,
      ),
    cards: versionWithoutNodes.cards.filter((card) => card.nodegroup_id !== nodegroupId),
  };
}

/** Changes columns of a node. */
export function withNode(
  version: ModelVersion,
  nodeId: string,
  columns: Partial<ModelNode>,
): ModelVersion {
  return {
    ...version,
    nodes: version.nodes.map((node) => (node.nodeid === nodeId ? { ...node, ...columns } : node)),
  };
}

/** Moves a nodegroup below another one, or to the top. */
export function withNodegroupMoved(
  version: ModelVersion,
  nodegroupId: string,
  parentId: string | null,
): ModelVersion {
  return {
    ...version,
    nodegroups: version.nodegroups.map((nodegroup) =>
      nodegroup.nodegroupid === nodegroupId
        ? { ...nodegroup, parentnodegroup_id: parentId }
        : nodegroup,
    ),
  };
}

/** Sets whether the cards of a nodegroup are visible. */
export function withCardVisibility(
  version: ModelVersion,
  nodegroupId: string,
  isVisible: boolean,
): ModelVersion {
  return {
    ...version,
    cards: version.cards.map((card) =>
      card.nodegroup_id === nodegroupId ? { ...card, visible: isVisible } : card,
    ),
  };
}
