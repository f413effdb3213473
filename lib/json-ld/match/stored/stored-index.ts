import type { StoredTile } from '../../../model/change/stored.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Iri } from '../../../rdf/terms.ts';
import { appendTo, type Model } from '../model/model.ts';

/** What is stored, found by its place. */
export type StoredIndex = {
  readonly root: NodeInstance;
  readonly tiles: ReadonlyMap<string, StoredTile>;
  /** The instance of a node in a tile, or in none. */
  readonly instance: (tileId: string | null, nodeId: string) => NodeInstance | undefined;
  /** The instances of a node below an instance, in the order of their tiles. */
  readonly below: (parent: NodeInstance | undefined, nodeId: string) => readonly NodeInstance[];
  /** Where an instance hangs. */
  readonly parentOf: (instance: NodeInstance) => NodeInstance | undefined;
  /** The instances that hang in the root because what they hang in is not there, by the predicate that leads to them. */
  readonly hung: ReadonlyMap<Iri, readonly NodeInstance[]>;
  /** The values that the model has no place for, by node id. */
  readonly strays: ReadonlyMap<string, readonly NodeInstance[]>;
};

const placeOf = (tileId: string | null, nodeId: string): string => `${tileId ?? ''} ${nodeId}`;

/**
 * Indexes the tree of what is stored.
 * @param root as resourceTree() returns it
 */
export function storedIndex(
  root: NodeInstance,
  tiles: readonly StoredTile[],
  { nodes }: Model,
): StoredIndex {
  const byPlace = new Map<string, NodeInstance>();
  const parents = new Map<NodeInstance, NodeInstance>();
  const strays = new Map<string, NodeInstance[]>();
  const hung = new Map<Iri, NodeInstance[]>();
  const children = new Map<NodeInstance, Map<string, NodeInstance[]>>();
  const pending = [root];
  for (let instance = pending.pop(); instance !== undefined; instance = pending.pop()) {
    byPlace.set(placeOf(instance.tileId, instance.node.nodeId), instance);
    const below = new Map<string, NodeInstance[]>();
    for (const child of instance.children) {
      // A stray value has a node of its own, that is none of the model's.
      const node = nodes.get(child.node.nodeId);
      if (node?.node !== child.node) {
        appendTo(strays, child.node.nodeId, child);
        continue;
      }
      if (node.parent?.nodeId !== instance.node.nodeId) appendTo(hung, node.predicate, child);
      parents.set(child, instance);
      appendTo(below, child.node.nodeId, child);
      pending.push(child);
    }
    children.set(instance, below);
  }
  return {
    root,
    tiles: new Map(tiles.map((tile) => [tile.tileId, tile])),
    instance: (tileId, nodeId) => byPlace.get(placeOf(tileId, nodeId)),
    below: (parent, nodeId) =>
      parent === undefined ? [] : (children.get(parent)?.get(nodeId) ?? []),
    parentOf: (instance) => parents.get(instance),
    hung,
    strays,
  };
}
