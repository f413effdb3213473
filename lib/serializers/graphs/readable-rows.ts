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
 * Selects the rows of readable nodegroups. Nodes without a nodegroup are above all nodegroups, and stay. An
 * edge stays if both of its nodes stay.
 */
export function selectReadableRows(source: GraphRows): ReadableRows {
  const isReadable = (nodegroupId: unknown): boolean =>
    source.readableNodegroups.has(idText(nodegroupId));
  const [nodes, unreadableNodes] = partition(
    source.nodes,
    ({ nodegroup_id: id }) => idText(id) === '' || isReadable(id),
  );
  const readableNodeIds = new Set(nodes.map(({ nodeid }) => idText(nodeid)));
  const [edges, unreadableEdges] = partition(
    source.edges,
    (edge) =>
      readableNodeIds.has(idText(edge['domainnode_id'])) &&
      readableNodeIds.has(idText(edge['rangenode_id'])),
  );
  const [nodegroups, unreadableNodegroups] = partition(source.nodegroups, (row) =>
    isReadable(row['nodegroupid']),
  );
  const [cards, unreadableCards] = partition(source.cards, (row) =>
    isReadable(row['nodegroup_id']),
  );
  const [widgets, unreadableWidgets] = partition(source.widgets, (row) =>
    readableNodeIds.has(idText(row['node_id'])),
  );
  const ids = [
    ...unreadableNodes.map(({ nodeid }) => idText(nodeid)),
    ...unreadableEdges.map(({ edgeid }) => idText(edgeid)),
    ...unreadableNodegroups.map(({ nodegroupid }) => idText(nodegroupid)),
    ...unreadableCards.map(({ cardid }) => idText(cardid)),
    ...unreadableWidgets.map(({ id }) => idText(id)),
  ];
  return {
    nodes,
    edges,
    nodegroups,
    cards,
    widgets,
    unreadableNodes,
    unreadableIds: new Set(ids.filter((id) => id !== '')),
  };
}

function partition(
  rows: readonly GraphRow[],
  isReadable: (row: GraphRow) => boolean,
): readonly [readable: readonly GraphRow[], unreadable: readonly GraphRow[]] {
  return [rows.filter((row) => isReadable(row)), rows.filter((row) => !isReadable(row))];
}
