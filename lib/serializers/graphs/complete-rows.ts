import { isObject } from '../../model/datatypes/values/json-values.ts';
import { deriveCardId, deriveConstraintId } from '../../model/graphs/derive-ids.ts';
import { deriveNameUuid } from '../../model/name-uuid.ts';
import type { GraphRow } from './graph-columns.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';

/*
 * Adds to the rows of a model what a graph file can omit: ids, and the root. They are derived in the same way
 * as in an import.
 */

/** Returns an id in lower case; empty if the value is not a string. */
export function toLowerCaseId(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/**
 * Adds missing ids to rows.
 * @param idColumn the id column
 * @param keyColumns columns that together identify a row without an id
 */
export function addIds(
  rows: readonly GraphRow[],
  idColumn: string,
  keyColumns: readonly string[],
  graphId: string,
): readonly GraphRow[] {
  const deriveId = (row: GraphRow): string =>
    deriveNameUuid(
      graphId,
      [idColumn, ...keyColumns.map((column) => toLowerCaseId(row[column]))].join(' '),
    );
  return rows.map((row) => ({ ...row, [idColumn]: toLowerCaseId(row[idColumn]) || deriveId(row) }));
}

/** Adds the root to the nodes. Most graph files contain it twice, among the nodes and separately; some only separately. */
export function completeNodes(
  rows: readonly GraphRow[],
  root: GraphRow | null,
): readonly GraphRow[] {
  const rootId = toLowerCaseId(
    (rows.find(({ istopnode }) => istopnode === true) ?? root)?.['nodeid'],
  );
  const isRootPresent = root === null || rows.some(({ nodeid }) => nodeid === root['nodeid']);
  return (isRootPresent ? rows : [root, ...rows]).map((node) => {
    const id = toLowerCaseId(node['nodeid']);
    return {
      ...node,
      istopnode: id === rootId,
      // The collector of a nodegroup has the same id.
      is_collector: id !== '' && id === toLowerCaseId(node['nodegroup_id']),
      parentproperty: node['parentproperty'] ?? (id === rootId ? '' : null),
    };
  });
}

/** Selects the cards of existing nodegroups, and adds ids. */
export function completeCards(
  rows: readonly GraphRow[],
  nodegroups: readonly GraphRow[],
  graphId: string,
): readonly GraphRow[] {
  const nodegroupIds = new Set(nodegroups.map(({ nodegroupid }) => toLowerCaseId(nodegroupid)));
  return rows
    .filter((card) => nodegroupIds.has(toLowerCaseId(card['nodegroup_id'])))
    .map((card, position) => {
      const derivedId = deriveCardId(graphId, position, toLowerCaseId(card['nodegroup_id']));
      const cardId = toLowerCaseId(card['cardid']) || derivedId;
      return { ...card, cardid: cardId, constraints: completeConstraints(card, cardId, graphId) };
    });
}

function completeConstraints(
  { constraints }: GraphRow,
  cardId: string,
  graphId: string,
): readonly GraphRow[] {
  if (!Array.isArray(constraints)) return [];
  return constraints.filter(isObject).map((constraint) => {
    const nodes = Array.isArray(constraint['nodes']) ? constraint['nodes'].map(toLowerCaseId) : [];
    const constraintId =
      toLowerCaseId(constraint['constraintid']) || deriveConstraintId(graphId, nodes);
    return { ...constraint, constraintid: constraintId, card_id: cardId };
  });
}

/** Adds missing ids, and the default widget of the datatype. */
export function completeWidgets(
  rows: readonly GraphRow[],
  nodes: readonly GraphRow[],
  graphId: string,
): readonly GraphRow[] {
  const datatypes = new Map(nodes.map(({ nodeid, datatype }) => [toLowerCaseId(nodeid), datatype]));
  return addIds(rows, 'id', ['card_id', 'node_id'], graphId).map((widget) => ({
    ...widget,
    widget_id:
      widget['widget_id'] ?? defaultWidget(datatypes.get(toLowerCaseId(widget['node_id']))),
  }));
}

/** The Arches widget for texts. */
const textWidget = '10000000-0000-0000-0000-000000000001';

/** Returns the default widget of a datatype. */
function defaultWidget(datatype: unknown): string {
  return (typeof datatype === 'string' && datatypeOf(datatype).widget) || textWidget;
}
