import type { CompiledNode } from '../graphs/compiled-graph.ts';
import { isUuid, parseNodeId, type NodeId } from '../ids.ts';

/** A value without a node in the model, as an instance of a placeholder node without children. */
type StrayValue = {
  readonly node: CompiledNode;
  readonly tileId: string;
  readonly value: unknown;
  readonly children: readonly [];
};

/** After all nodes of the model. */
const lastPosition = Number.MAX_SAFE_INTEGER;

/** Creates a node without any details, because a reader of the tile can lack the right to read the node. */
function createUnknownNode(nodeId: NodeId, rootNodeId: NodeId): CompiledNode {
  return {
    nodeId,
    position: lastPosition,
    depth: 1,
    parentNodeId: rootNodeId,
    nodegroupId: null,
    isCollector: false,
    name: '',
    alias: null,
    datatype: 'unknown',
    config: {},
    fieldName: null,
    propertyName: nodeId,
    isRequired: false,
    isSearchable: false,
    isExportable: false,
    ontologyClass: null,
    ontologyProperty: null,
  };
}

/**
 * Returns values of nodes that were removed from the model, or that belong to another nodegroup than the tile.
 * They remain when a model changes (ADR 004).
 * @param nodegroupByNode the nodegroup of each node of the model, by id
 * @returns an instance for each value, in tile order
 */
export function findStrayValues(
  tiles: readonly {
    readonly tileId: string;
    readonly nodegroupId: string;
    readonly data: Readonly<Record<string, unknown>>;
  }[],
  root: CompiledNode,
  nodegroupByNode: ReadonlyMap<string, string | null>,
): readonly StrayValue[] {
  return tiles.flatMap(({ tileId, nodegroupId, data }) =>
    Object.entries(data)
      .filter(
        ([key, value]) => value !== null && isUuid(key) && nodegroupByNode.get(key) !== nodegroupId,
      )
      .map(([key, value]) => ({
        node: createUnknownNode(parseNodeId(key), root.nodeId),
        tileId,
        value,
        children: [],
      })),
  );
}
