// The folder stored/ finds the stored instances and values that a document repeats.

import type { StoredTile } from '../../../model/change/stored-resource.ts';
import { buildResourceTree, type NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Iri } from '../../../rdf/terms.ts';
import type { MatchInput } from '../match-input.ts';
import { appendTo, mayBeMissing, type Model } from '../model.ts';

/** The tree of the stored instances, with lookups. */
export type StoredIndex = {
  readonly root: NodeInstance;
  readonly tiles: ReadonlyMap<string, StoredTile>;
  /** The instances with a value, by node id. */
  readonly instances: ReadonlyMap<string, readonly NodeInstance[]>;
  /** Returns the instance of a node in a tile. The tile id is null for a node that belongs to no tile. */
  readonly instance: (tileId: string | null, nodeId: string) => NodeInstance | undefined;
  /** Returns the instances of a node below an instance, in the order of their tiles. */
  readonly children: (parent: NodeInstance | undefined, nodeId: string) => readonly NodeInstance[];
  /** Returns the children of an instance that a complete document includes: all except those in hidden tiles that it does not name. */
  readonly expectedChildren: (parent: NodeInstance) => readonly NodeInstance[];
  readonly parentOf: (instance: NodeInstance) => NodeInstance | undefined;
  /** The instances at the root whose parent tile is missing, by the predicate that leads to them. */
  readonly orphans: ReadonlyMap<Iri, readonly NodeInstance[]>;
  /** The values for which the model has no node, or has it in another nodegroup than that of their tile, by node id. */
  readonly withoutNode: ReadonlyMap<string, readonly NodeInstance[]>;
};

const keyOf = (tileId: string | null, nodeId: string): string => `${tileId ?? ''} ${nodeId}`;

/**
 * Indexes the stored tiles of a resource instance.
 * @param namedTiles the tiles that the document names
 * @throws Error when the graph has no nodes
 */
export function storedIndex(
  { graph, stored, hidden }: MatchInput,
  { nodes }: Model,
  namedTiles: ReadonlySet<string>,
): StoredIndex {
  const root = buildResourceTree(graph, stored);
  const byTileAndNode = new Map<string, NodeInstance>();
  const instances = new Map<string, NodeInstance[]>();
  const parents = new Map<NodeInstance, NodeInstance>();
  const withoutNode = new Map<string, NodeInstance[]>();
  const orphans = new Map<Iri, NodeInstance[]>();
  const children = new Map<NodeInstance, Map<string, NodeInstance[]>>();
  const pending = [root];
  for (let instance = pending.pop(); instance !== undefined; instance = pending.pop()) {
    const { nodeId } = instance.node;
    byTileAndNode.set(keyOf(instance.tileId, nodeId), instance);
    if (instance.value !== null) appendTo(instances, nodeId, instance);
    const below = new Map<string, NodeInstance[]>();
    for (const child of instance.children) {
      // buildResourceTree creates a substitute node for a value whose node is not in the model.
      const node = nodes.get(child.node.nodeId);
      if (node?.node !== child.node) {
        appendTo(withoutNode, child.node.nodeId, child);
        continue;
      }
      if (node.parent?.nodeId !== nodeId) appendTo(orphans, node.predicate, child);
      parents.set(child, instance);
      appendTo(below, child.node.nodeId, child);
      pending.push(child);
    }
    children.set(instance, below);
  }
  const isHidden = ({ node }: NodeInstance): boolean => {
    const known = nodes.get(node.nodeId);
    return known !== undefined && mayBeMissing(known, hidden);
  };
  return {
    root,
    tiles: new Map(stored.map((tile) => [tile.tileId, tile])),
    instances,
    instance: (tileId, nodeId) => byTileAndNode.get(keyOf(tileId, nodeId)),
    children: (parent, nodeId) =>
      parent === undefined ? [] : (children.get(parent)?.get(nodeId) ?? []),
    expectedChildren: (parent) =>
      hidden.size === 0 || isHidden(parent)
        ? parent.children
        : parent.children.filter((child) => !isHidden(child) || namedTiles.has(child.tileId ?? '')),
    parentOf: (instance) => parents.get(instance),
    orphans,
    withoutNode,
  };
}
