import { datatypeOf } from '../../../model/datatypes/all.ts';
import type { Datatype, DatatypeNode } from '../../../model/datatypes/datatype.ts';
import type {
  CompiledGraph,
  CompiledNode,
  CompiledNodegroup,
} from '../../../model/graphs/compiled.ts';
import type { Iri } from '../../../rdf/terms.ts';
import { indistinguishableNodes } from '../../linked-siblings.ts';
import { nodePredicate, nodeTypes, type ResourceContent } from '../../shape.ts';

/** A node of the model with all that matching asks of it. */
export type ModelNode = {
  readonly node: CompiledNode;
  readonly nodeId: string;
  readonly datatype: Datatype;
  /** The node as its datatype wants to know it: its class is an IRI. */
  readonly datatypeNode: DatatypeNode;
  readonly parent: ModelNode | null;
  /** What leads to it in documents. */
  readonly predicate: Iri;
  readonly classIri: Iri | null;
  /** The nodegroup whose tiles hold its value; null where no tile does. */
  readonly nodegroup: CompiledNodegroup | null;
  /** Whether its parent is outside of its nodegroup, so that each of its instances begins a tile. */
  readonly isTop: boolean;
  /** In model order, by the predicate that leads to them. */
  readonly children: ReadonlyMap<Iri, readonly ModelNode[]>;
};

export type Model = {
  readonly root: ModelNode;
  readonly nodes: ReadonlyMap<string, ModelNode>;
  /** The nodes whose values the tiles of a nodegroup hold, in model order, by nodegroup id. */
  readonly members: ReadonlyMap<string, readonly ModelNode[]>;
  /** The nodes whose values cannot be told from those of a sibling, by id. */
  readonly indistinguishable: ReadonlySet<string>;
};

type Growing = ModelNode & { readonly children: Map<Iri, ModelNode[]> };

/** Compiled graphs are kept in memory, and what is made of them as long. */
const prepared = new WeakMap<CompiledGraph, Map<string, Model>>();

/**
 * Prepares a model for matching.
 * @param content gives the address that documents use
 * @throws Error when the graph has no nodes
 */
export function matchModel(content: ResourceContent): Model {
  const { graph, baseUrl } = content;
  const known = prepared.get(graph) ?? new Map<string, Model>();
  prepared.set(graph, known);
  const model = known.get(baseUrl) ?? prepare(content);
  known.set(baseUrl, model);
  return model;
}

function prepare(content: ResourceContent): Model {
  const { graph } = content;
  const nodegroups = new Map<string, CompiledNodegroup>(
    graph.nodegroups.map((nodegroup) => [nodegroup.nodegroupId, nodegroup]),
  );
  const nodes = new Map<string, Growing>();
  for (const node of graph.nodes) {
    const parent = node.parentNodeId === null ? null : (nodes.get(node.parentNodeId) ?? null);
    const grown = growingNode(content, node, parent, nodegroups);
    nodes.set(node.nodeId, grown);
    if (parent !== null) appendTo(parent.children, grown.predicate, grown);
  }
  return {
    root: rootOf(graph, nodes),
    nodes,
    members: membersOf(nodes),
    indistinguishable: indistinguishableNodes(graph),
  };
}

function growingNode(
  content: ResourceContent,
  node: CompiledNode,
  parent: ModelNode | null,
  nodegroups: ReadonlyMap<string, CompiledNodegroup>,
): Growing {
  const instance = { node, tileId: null, value: null, children: [] };
  const [classIri = null] = nodeTypes(content, instance);
  const own = node.nodegroupId === null ? undefined : nodegroups.get(node.nodegroupId);
  const nodegroup = parent === null ? null : (own ?? parent.nodegroup);
  return {
    node,
    nodeId: node.nodeId,
    datatype: datatypeOf(node.datatype),
    datatypeNode: { ...node, ontologyClass: classIri },
    parent,
    predicate: nodePredicate(content, instance),
    classIri,
    nodegroup,
    isTop: nodegroup !== null && nodegroup !== parent?.nodegroup,
    children: new Map(),
  };
}

function rootOf(graph: CompiledGraph, nodes: ReadonlyMap<string, ModelNode>): ModelNode {
  const [first] = graph.nodes;
  const root = first && nodes.get(first.nodeId);
  if (root === undefined) throw new Error(`Graph ${graph.graphId} has no nodes.`);
  return root;
}

function membersOf(nodes: ReadonlyMap<string, ModelNode>): Model['members'] {
  const found = new Map<string, ModelNode[]>();
  for (const node of nodes.values()) {
    if (node.nodegroup !== null) appendTo(found, node.nodegroup.nodegroupId, node);
  }
  return found;
}

/** Adds to the list that a map has under a key. */
export function appendTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
