// The folder stored/ finds the stored instances and values that a document repeats.

import { selectContinuableTiles } from '../../../model/change/continuable-tiles.ts';
import type { StoredTile } from '../../../model/change/stored-resource.ts';
import { buildResourceTree, type NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Iri } from '../../../rdf/terms.ts';
import type { MatchInput } from '../match-input.ts';
import { appendTo, canBeMissing, type MatchModel } from '../match-model.ts';

/** The tree of the stored instances, with lookups. */
export type StoredIndex = {
  readonly root: NodeInstance;
  readonly tiles: ReadonlyMap<string, StoredTile>;
  /** The instances with a value, by node id. */
  readonly instancesByNode: ReadonlyMap<string, readonly NodeInstance[]>;
  /** Returns the instance of a node in a tile. The tile id is null for a node that belongs to no tile. */
  readonly findInstance: (tileId: string | null, nodeId: string) => NodeInstance | undefined;
  /**
   * Returns the instances of a node below an instance, in the order of their tiles. Instances in tiles that the document neither names nor
   * can continue are left out.
   */
  readonly childrenOf: (
    parent: NodeInstance | undefined,
    nodeId: string,
  ) => readonly NodeInstance[];
  /**
   * Returns the children of an instance that a complete document includes: all but those in tiles that it does not name and that are hidden
   * or cannot be continued.
   */
  readonly expectedChildren: (parent: NodeInstance) => readonly NodeInstance[];
  readonly parentOf: (instance: NodeInstance) => NodeInstance | undefined;
  /** The instances at the root whose parent tile is missing, by the predicate that leads to them. */
  readonly orphans: ReadonlyMap<Iri, readonly NodeInstance[]>;
  /** The values for which the model has no node, or has it in another nodegroup than that of their tile, by node id. */
  readonly valuesWithoutNode: ReadonlyMap<string, readonly NodeInstance[]>;
};

const instanceKey = (tileId: string | null, nodeId: string): string => `${tileId ?? ''} ${nodeId}`;

/**
 * Indexes the stored tiles of a resource instance.
 * @param namedTileIds the tiles that the document names
 * @throws Error when the graph has no nodes
 */
export function buildStoredIndex(
  { graph, storedTiles, accountId, hiddenNodegroups }: MatchInput,
  { nodes }: MatchModel,
  namedTileIds: ReadonlySet<string>,
): StoredIndex {
  const root = buildResourceTree(graph, storedTiles);
  const byTileAndNode = new Map<string, NodeInstance>();
  const instancesByNode = new Map<string, NodeInstance[]>();
  const parents = new Map<NodeInstance, NodeInstance>();
  const valuesWithoutNode = new Map<string, NodeInstance[]>();
  const orphans = new Map<Iri, NodeInstance[]>();
  const children = new Map<NodeInstance, Map<string, NodeInstance[]>>();
  const continuableTileIds = new Set<string>(
    selectContinuableTiles(storedTiles, graph, accountId).map(({ tileId }) => tileId),
  );
  const isLeftOut = ({ tileId }: NodeInstance): boolean =>
    tileId !== null && !continuableTileIds.has(tileId) && !namedTileIds.has(tileId);
  const pending = [root];
  for (let instance = pending.pop(); instance !== undefined; instance = pending.pop()) {
    const { nodeId } = instance.node;
    byTileAndNode.set(instanceKey(instance.tileId, nodeId), instance);
    if (instance.value !== null) appendTo(instancesByNode, nodeId, instance);
    const childrenByNode = new Map<string, NodeInstance[]>();
    for (const child of instance.children) {
      // buildResourceTree creates a substitute node for a value whose node is not in the model.
      const node = nodes.get(child.node.nodeId);
      if (node?.compiledNode !== child.node) {
        appendTo(valuesWithoutNode, child.node.nodeId, child);
        continue;
      }
      if (node.parent?.nodeId !== nodeId) appendTo(orphans, node.predicate, child);
      parents.set(child, instance);
      if (!isLeftOut(child)) appendTo(childrenByNode, child.node.nodeId, child);
      pending.push(child);
    }
    children.set(instance, childrenByNode);
  }
  const isHidden = ({ node }: NodeInstance): boolean => {
    const modelNode = nodes.get(node.nodeId);
    return modelNode !== undefined && canBeMissing(modelNode, hiddenNodegroups);
  };
  return {
    root,
    tiles: new Map(storedTiles.map((tile) => [tile.tileId, tile])),
    instancesByNode,
    findInstance: (tileId, nodeId) => byTileAndNode.get(instanceKey(tileId, nodeId)),
    childrenOf: (parent, nodeId) =>
      parent === undefined ? [] : (children.get(parent)?.get(nodeId) ?? []),
    expectedChildren: (parent) => {
      const includesHidden = hiddenNodegroups.size === 0 || isHidden(parent);
      return parent.children.filter(
        (child) =>
          !isLeftOut(child) &&
          (includesHidden || !isHidden(child) || namedTileIds.has(child.tileId ?? '')),
      );
    },
    parentOf: (instance) => parents.get(instance),
    orphans,
    valuesWithoutNode,
  };
}
