import type { GraphRow } from './graph-columns.ts';
import { toLowerCaseId } from './complete-rows.ts';
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
 * @rule Permissions: Which part of a graph does a caller see?
 */
export function selectReadableRows(source: GraphRows): ReadableRows {
  const isReadable = (nodegroupId: unknown): boolean =>
    source.readableNodegroups.has(toLowerCaseId(nodegroupId));
  const [nodes, unreadableNodes] = partition(
    source.nodes,
    ({ nodegroup_id: id }) => toLowerCaseId(id) === '' || isReadable(id),
  );
  const readableNodeIds = new Set(nodes.map(({ nodeid }) => toLowerCaseId(nodeid)));
  const [edges, unreadableEdges] = partition(
    source.edges,
    (edge) =>
      readableNodeIds.has(toLowerCaseId(edge['domainnode_id'])) &&
      readableNodeIds.has(toLowerCaseId(edge['rangenode_id'])),
  );
  const [nodegroups, unreadableNodegroups] = partition(source.nodegroups, (row) =>
    isReadable(row['nodegroupid']),
  );
  const [cards, unreadableCards] = partition(source.cards, (row) =>
    isReadable(row['nodegroup_id']),
  );
  const [widgets, unreadableWidgets] = partition(source.widgets, (row) =>
    readableNodeIds.has(toLowerCaseId(row['node_id'])),
  );
  const ids = [
    ...unreadableNodes.map(({ nodeid }) => toLowerCaseId(nodeid)),
    ...unreadableEdges.map(({ edgeid }) => toLowerCaseId(edgeid)),
    ...unreadableNodegroups.map(({ nodegroupid }) => toLowerCaseId(nodegroupid)),
    ...unreadableCards.map(({ cardid }) => toLowerCaseId(cardid)),
    ...unreadableWidgets.map(({ id }) => toLowerCaseId(id)),
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
  return [rows.filter(isReadable), rows.filter((row) => !isReadable(row))];
}
