import type { GraphRow } from './graph-columns.ts';
import { idText } from './complete-rows.ts';
import type { GraphRows } from './graph-rows.ts';

/** The rows of a model, those that a caller may read apart from the others. */
export type ReadableRows = Pick<
  GraphRows,
  'nodes' | 'edges' | 'nodegroups' | 'cards' | 'widgets'
> & {
  /** Nodes that the caller may not read. */
  readonly unreadableNodes: readonly GraphRow[];
  /** The ids of every row that is left out, in lower case. */
  readonly unreadableIds: ReadonlySet<string>;
};

/**
 * Parts a model by the nodegroups that a caller may read. Nodes in no nodegroup are above them all, and stay; edges stay between
 * nodes that do.
 */
export function selectReadableRows(source: GraphRows): ReadableRows {
  const isOpen = (nodegroupId: unknown): boolean =>
    source.readableNodegroups.has(idText(nodegroupId));
  const [nodes, closedNodes] = parted(
    source.nodes,
    ({ nodegroup_id: id }) => idText(id) === '' || isOpen(id),
  );
  const open = new Set(nodes.map(({ nodeid }) => idText(nodeid)));
  const [edges, closedEdges] = parted(
    source.edges,
    (edge) => open.has(idText(edge['domainnode_id'])) && open.has(idText(edge['rangenode_id'])),
  );
  const [nodegroups, closedGroups] = parted(source.nodegroups, (row) => isOpen(row['nodegroupid']));
  const [cards, closedCards] = parted(source.cards, (row) => isOpen(row['nodegroup_id']));
  const [widgets, closedWidgets] = parted(source.widgets, (row) =>
    open.has(idText(row['node_id'])),
  );
  const closedIds = [
    ...closedNodes.map(({ nodeid }) => idText(nodeid)),
    ...closedEdges.map(({ edgeid }) => idText(edgeid)),
    ...closedGroups.map(({ nodegroupid }) => idText(nodegroupid)),
    ...closedCards.map(({ cardid }) => idText(cardid)),
    ...closedWidgets.map(({ id }) => idText(id)),
  ];
  return {
    nodes,
    edges,
    nodegroups,
    cards,
    widgets,
    unreadableNodes: closedNodes,
    unreadableIds: new Set(closedIds.filter((id) => id !== '')),
  };
}

function parted(
  rows: readonly GraphRow[],
  isOpen: (row: GraphRow) => boolean,
): readonly [open: readonly GraphRow[], closed: readonly GraphRow[]] {
  return [rows.filter((row) => isOpen(row)), rows.filter((row) => !isOpen(row))];
}
