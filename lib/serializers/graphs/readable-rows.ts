import type { GraphRow } from './graph-columns.ts';
import { idText } from './complete-rows.ts';
import type { GraphRows } from './graph-rows.ts';

/** The readable rows of a model, and the unreadable nodes and ids. */
export type ReadableRows = Pick<
  GraphRows,
  'nodes' | 'edges' | 'nodegroups' | 'cards' | 'widgets'
> & {
  readonly unreadableNodes: readonly GraphRow[];
  /** The ids of all removed rows, in lower case. */
  readonly unreadableIds: ReadonlySet<string>;
};

/**
 * Selects the rows of readable nodegroups. Nodes without a nodegroup are above all nodegroups, and stay; edges
 * stay if both nodes do.
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
