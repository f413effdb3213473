import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { Datatype, DatatypeNode } from '../../model/datatypes/datatype.ts';
import { maxTiles } from '../../model/graphs/cardinality.ts';
import type {
  CompiledGraph,
  CompiledNode,
  CompiledNodegroup,
} from '../../model/graphs/compiled-graph.ts';
import { pickText } from '../../model/pick-language.ts';
import type { Iri } from '../../rdf/terms.ts';
import { findIndistinguishableNodes } from '../indistinguishable-nodes.ts';
import { nodePredicate, nodeTypes } from '../resource-shape.ts';

/** A node of the model, prepared for matching. */
export type ModelNode = {
  readonly compiledNode: CompiledNode;
  readonly nodeId: string;
  /** Its name in messages. */
  readonly name: string;
  readonly datatype: Datatype;
  /** The node in the form that its datatype expects: its class is an IRI. */
  readonly datatypeNode: DatatypeNode;
  readonly parent: ModelNode | null;
  /** The predicate that leads to it in documents. */
  readonly predicate: Iri;
  readonly classIri: Iri | null;
  /** Null if the node belongs to no tile. */
  readonly nodegroup: CompiledNodegroup | null;
  /** Whether each of its instances begins a tile: its parent is outside of its nodegroup. */
  readonly beginsTile: boolean;
  /** The maximum number of instances below one instance of its parent: 1, or infinity. */
  readonly maxInstances: number;
  /**
   * How many nodes need a value in its tile: the node itself and those below it. 0 for a node that begins a tile, because the tile can be
   * missing.
   */
  readonly requiredNodeCount: number;
  /** The id of the node whose tiles its values refer to. Null unless the datatype refers to tiles. */
  readonly targetNodeId: string | null;
  /** The child nodes in model order, by the predicate that leads to them. */
  readonly children: ReadonlyMap<Iri, readonly ModelNode[]>;
};

export type MatchModel = {
  readonly root: ModelNode;
  readonly nodes: ReadonlyMap<string, ModelNode>;
  /** The nodes whose values are in the tiles of a nodegroup, in model order, by nodegroup id. */
  readonly nodesByNodegroup: ReadonlyMap<string, readonly ModelNode[]>;
  /** The ids of the nodes whose values look like those of a sibling in the linked shape. */
  readonly indistinguishableNodeIds: ReadonlySet<string>;
};

type MutableModelNode = Omit<ModelNode, 'children'> & {
  requiredNodeCount: number;
  readonly children: Map<Iri, MutableModelNode[]>;
};

/** A model stays in the cache as long as its compiled graph exists. */
const cachedModels = new WeakMap<CompiledGraph, Map<string, MatchModel>>();

/**
 * Prepares a model for matching.
 * @param baseUrl the address that documents use
 * @throws Error when the graph has no nodes
 */
export function prepareMatchModel(graph: CompiledGraph, baseUrl: string): MatchModel {
  const byBaseUrl = cachedModels.get(graph) ?? new Map<string, MatchModel>();
  cachedModels.set(graph, byBaseUrl);
  const model = byBaseUrl.get(baseUrl) ?? buildMatchModel(graph, baseUrl);
  byBaseUrl.set(baseUrl, model);
  return model;
}

function buildMatchModel(graph: CompiledGraph, baseUrl: string): MatchModel {
  const nodegroups = new Map<string, CompiledNodegroup>(
    graph.nodegroups.map((nodegroup) => [nodegroup.nodegroupId, nodegroup]),
  );
  const nodes = new Map<string, MutableModelNode>();
  const nodesByNodegroup = new Map<string, ModelNode[]>();
  for (const node of graph.nodes) {
    const parent = nodes.get(node.parentNodeId ?? '') ?? null;
    const modelNode = createModelNode({ graph, baseUrl }, node, parent, nodegroups);
    nodes.set(node.nodeId, modelNode);
    if (parent !== null) appendTo(parent.children, modelNode.predicate, modelNode);
    if (modelNode.nodegroup !== null)
      appendTo(nodesByNodegroup, modelNode.nodegroup.nodegroupId, modelNode);
  }
  const [root] = nodes.values();
  if (root === undefined) throw new Error(`Graph ${graph.graphId} has no nodes.`);
  countRequiredNodes(root);
  return {
    root,
    nodes,
    nodesByNodegroup,
    indistinguishableNodeIds: findIndistinguishableNodes(graph),
  };
}

function createModelNode(
  content: { readonly graph: CompiledGraph; readonly baseUrl: string },
  node: CompiledNode,
  parent: MutableModelNode | null,
  nodegroups: ReadonlyMap<string, CompiledNodegroup>,
): MutableModelNode {
  const [classIri = null] = nodeTypes(content, { node });
  const nodegroup =
    parent === null ? null : (nodegroups.get(node.nodegroupId ?? '') ?? parent.nodegroup);
  const beginsTile = nodegroup !== null && nodegroup !== parent?.nodegroup;
  return {
    compiledNode: node,
    nodeId: node.nodeId,
    name: pickText(node.name, ['en']) ?? node.nodeId,
    datatype: datatypeOf(node.datatype),
    datatypeNode: { ...node, ontologyClass: classIri },
    parent,
    predicate: nodePredicate(content, { node }),
    classIri,
    nodegroup,
    beginsTile,
    maxInstances: beginsTile ? maxTiles(nodegroup) : 1,
    requiredNodeCount: 0,
    targetNodeId: targetNodeIdOf(node),
    children: new Map(),
  };
}

function targetNodeIdOf({ datatype, config: { nodeid } }: CompiledNode): string | null {
  return datatypeOf(datatype).holds === 'tile' && typeof nodeid === 'string'
    ? nodeid.toLowerCase()
    : null;
}

/**
 * Sets the number of required nodes of a node and of all nodes below it.
 * @returns the number that the node adds to the required nodes of its parent
 */
function countRequiredNodes(node: MutableModelNode): number {
  let count = node.compiledNode.isRequired ? 1 : 0;
  for (const child of Array.from(node.children.values()).flat()) count += countRequiredNodes(child);
  if (node.nodegroup !== null && !node.beginsTile) node.requiredNodeCount = count;
  return node.requiredNodeCount;
}

/**
 * Whether a document can leave out a node without changing its stored values.
 * @param hiddenNodegroups ids, as in MatchInput
 */
export function canBeMissing(
  { nodegroup }: ModelNode,
  hiddenNodegroups: ReadonlySet<string>,
): boolean {
  return nodegroup !== null && hiddenNodegroups.has(nodegroup.nodegroupId);
}

/** Appends an item to the list under a key of a map. */
export function appendTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
