import type { Row } from './columns.ts';
import { idOf } from './given-rows.ts';
import type { GraphRows } from './graph-rows.ts';

/** The rows of a model, those that a caller may read apart from the others. */
export type ReadablePart = Pick<
  GraphRows,
  'nodes' | 'edges' | 'nodegroups' | 'cards' | 'widgets'
> & {
  /** Nodes that the caller may not read. */
  readonly closedNodes: readonly Row[];
  /** The ids of every row that is left out, in lower case. */
  readonly closedIds: ReadonlySet<string>;
};

/**
 * Parts a model by the nodegroups that a caller may read. Nodes in no nodegroup are above them all, and stay; edges stay between
 * nodes that do.
 */
export function readablePart(source: GraphRows): ReadablePart {
  const isOpen = (nodegroupId: unknown): boolean =>
    source.readableNodegroups.has(idOf(nodegroupId));
  const [nodes, closedNodes] = parted(
    source.nodes,
    ({ nodegroup_id: id }) => idOf(id) === '' || isOpen(id),
  );
  const open = new Set(nodes.map(({ nodeid }) => idOf(nodeid)));
  const [edges, closedEdges] = parted(
    source.edges,
    (edge) => open.has(idOf(edge['domainnode_id'])) && open.has(idOf(edge['rangenode_id'])),
  );
  const [nodegroups, closedGroups] = parted(source.nodegroups, (row) => isOpen(row['nodegroupid']));
  const [cards, closedCards] = parted(source.cards, (row) => isOpen(row['nodegroup_id']));
  const [widgets, closedWidgets] = parted(source.widgets, (row) => open.has(idOf(row['node_id'])));
  const closedIds = [
    ...closedNodes.map(({ nodeid }) => idOf(nodeid)),
    ...closedEdges.map(({ edgeid }) => idOf(edgeid)),
    ...closedGroups.map(({ nodegroupid }) => idOf(nodegroupid)),
    ...closedCards.map(({ cardid }) => idOf(cardid)),
    ...closedWidgets.map(({ id }) => idOf(id)),
  ];
  return {
    nodes,
    edges,
    nodegroups,
    cards,
    widgets,
    closedNodes,
    closedIds: new Set(closedIds.filter((id) => id !== '')),
  };
}

function parted(
  rows: readonly Row[],
  isOpen: (row: Row) => boolean,
): readonly [open: readonly Row[], closed: readonly Row[]] {
  return [rows.filter((row) => isOpen(row)), rows.filter((row) => !isOpen(row))];
}
