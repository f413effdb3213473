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
import { nodePredicate, nodeTypes } from '../shape.ts';

/** A node of the model, prepared for matching. */
export type ModelNode = {
  readonly node: CompiledNode;
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
  readonly mostInstances: number;
  /**
   * How many nodes need a value in its tile: the node itself and those below it. 0 for a node that begins a tile, because the tile can be
   * missing.
   */
  readonly requiredNodes: number;
  /** The id of the node whose tiles its values refer to. Null unless the datatype refers to tiles. */
  readonly targetNodeId: string | null;
  /** The child nodes in model order, by the predicate that leads to them. */
  readonly children: ReadonlyMap<Iri, readonly ModelNode[]>;
};

export type Model = {
  readonly root: ModelNode;
  readonly nodes: ReadonlyMap<string, ModelNode>;
  /** The nodes whose values are in the tiles of a nodegroup, in model order, by nodegroup id. */
  readonly members: ReadonlyMap<string, readonly ModelNode[]>;
  /** The ids of the nodes whose values look like those of a sibling in the linked shape. */
  readonly indistinguishable: ReadonlySet<string>;
};

type GrowingNode = Omit<ModelNode, 'requiredNodes' | 'children'> & {
  requiredNodes: number;
  readonly children: Map<Iri, GrowingNode[]>;
};

/** A model stays in the cache as long as its compiled graph exists. */
const cached = new WeakMap<CompiledGraph, Map<string, Model>>();

/**
 * Prepares a model for matching.
 * @param baseUrl the address that documents use
 * @throws Error when the graph has no nodes
 */
export function matchModel(graph: CompiledGraph, baseUrl: string): Model {
  const byBaseUrl = cached.get(graph) ?? new Map<string, Model>();
  cached.set(graph, byBaseUrl);
  const model = byBaseUrl.get(baseUrl) ?? prepare(graph, baseUrl);
  byBaseUrl.set(baseUrl, model);
  return model;
}

function prepare(graph: CompiledGraph, baseUrl: string): Model {
  const nodegroups = new Map<string, CompiledNodegroup>(
    graph.nodegroups.map((nodegroup) => [nodegroup.nodegroupId, nodegroup]),
  );
  const nodes = new Map<string, GrowingNode>();
  const members = new Map<string, ModelNode[]>();
  for (const node of graph.nodes) {
    const parent = nodes.get(node.parentNodeId ?? '') ?? null;
    const made = modelNode({ graph, baseUrl }, node, parent, nodegroups);
    nodes.set(node.nodeId, made);
    if (parent !== null) appendTo(parent.children, made.predicate, made);
    if (made.nodegroup !== null) appendTo(members, made.nodegroup.nodegroupId, made);
  }
  const [root] = nodes.values();
  if (root === undefined) throw new Error(`Graph ${graph.graphId} has no nodes.`);
  countRequired(root);
  return { root, nodes, members, indistinguishable: findIndistinguishableNodes(graph) };
}

function modelNode(
  content: { readonly graph: CompiledGraph; readonly baseUrl: string },
  node: CompiledNode,
  parent: GrowingNode | null,
  nodegroups: ReadonlyMap<string, CompiledNodegroup>,
): GrowingNode {
  const [classIri = null] = nodeTypes(content, { node });
  const nodegroup =
    parent === null ? null : (nodegroups.get(node.nodegroupId ?? '') ?? parent.nodegroup);
  const beginsTile = nodegroup !== null && nodegroup !== parent?.nodegroup;
  return {
    node,
    nodeId: node.nodeId,
    name: pickText(node.name, ['en']) ?? node.nodeId,
    datatype: datatypeOf(node.datatype),
    datatypeNode: { ...node, ontologyClass: classIri },
    parent,
    predicate: nodePredicate(content, { node }),
    classIri,
    nodegroup,
    beginsTile,
    mostInstances: beginsTile ? maxTiles(nodegroup) : 1,
    requiredNodes: 0,
    targetNodeId: targetOf(node),
    children: new Map(),
  };
}

function targetOf({ datatype, config: { nodeid } }: CompiledNode): string | null {
  return datatypeOf(datatype).holds === 'tile' && typeof nodeid === 'string'
    ? nodeid.toLowerCase()
    : null;
}

/**
 * Sets `requiredNodes` of a node and of all nodes below it.
 * @returns the number that the node adds to the required nodes of its parent
 */
function countRequired(node: GrowingNode): number {
  let count = node.node.isRequired ? 1 : 0;
  for (const child of Array.from(node.children.values()).flat()) count += countRequired(child);
  if (node.nodegroup !== null && !node.beginsTile) node.requiredNodes = count;
  return node.requiredNodes;
}

/**
 * Whether a document can leave out a node without changing what is stored of it.
 * @param hidden ids of hidden nodegroups, as in MatchInput
 */
export function mayBeMissing({ nodegroup }: ModelNode, hidden: ReadonlySet<string>): boolean {
  return nodegroup !== null && hidden.has(nodegroup.nodegroupId);
}

/** Appends an item to the list under a key of a map. */
export function appendTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
