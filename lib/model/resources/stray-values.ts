import type { CompiledNode } from '../graphs/compiled-graph.ts';
import { isUuid, parseNodeId, type NodeId } from '../ids.ts';

/** A value that the model has no place for, as a node without any below it. */
type StrayValue = {
  readonly node: CompiledNode;
  readonly tileId: string;
  readonly value: unknown;
  readonly children: readonly [];
};

/** Behind every node that the model has. */
const last = Number.MAX_SAFE_INTEGER;

/** What is known of a node that is not where the model has it: nothing, for whoever may read the tile may not read its nodegroup. */
function unknownNode(nodeId: NodeId, rootNodeId: NodeId): CompiledNode {
  return {
    nodeId,
    position: last,
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
 * The values of tiles that have no place in the model: of nodes and nodegroups that it has no longer, or in tiles of another
 * nodegroup than that of their node. A model may change while its data stay (ADR 004), and what is stored is told.
 * @param nodegroupOf the nodegroup of each node of the model, by id
 * @returns an instance for each value, in the order of the tiles
 */
export function strayValues(
  tiles: readonly {
    readonly tileId: string;
    readonly nodegroupId: string;
    readonly data: Readonly<Record<string, unknown>>;
  }[],
  root: CompiledNode,
  nodegroupOf: ReadonlyMap<string, string | null>,
): readonly StrayValue[] {
  return tiles.flatMap(({ tileId, nodegroupId, data }) =>
    Object.entries(data)
      .filter(
        ([key, value]) => value !== null && isUuid(key) && nodegroupOf.get(key) !== nodegroupId,
      )
      .map(([key, value]) => ({
        node: unknownNode(parseNodeId(key), root.nodeId),
        tileId,
        value,
        children: [],
      })),
  );
}
