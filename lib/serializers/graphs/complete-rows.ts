import { isObject } from '../../model/datatypes/values/json-values.ts';
import { derivedCardId, derivedConstraintId } from '../../model/graphs/derived-ids.ts';
import { nameUuid } from '../../model/name-uuid.ts';
import type { GraphRow } from './graph-columns.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';

/*
 * The rows of a model with what a file may leave out because it follows from the rest: ids, and which node is the root. Ids are
 * those that an import gives.
 */

/** The text of an id, in lower case; empty where there is none. */
export function idText(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** Rows with ids. @param key the column of the id @param others columns that together name a row without one */
export function addIds(
  rows: readonly GraphRow[],
  key: string,
  others: readonly string[],
  graphId: string,
): readonly GraphRow[] {
  const named = (row: GraphRow): string =>
    nameUuid(graphId, [key, ...others.map((other) => idText(row[other]))].join(' '));
  return rows.map((row) => ({ ...row, [key]: idText(row[key]) || named(row) }));
}

/** Nodes, the root among them. Most models hold it twice, among the nodes and by itself; some only by itself. */
export function completeNodes(
  rows: readonly GraphRow[],
  root: GraphRow | null,
): readonly GraphRow[] {
  const rootId = idText((rows.find(({ istopnode }) => istopnode === true) ?? root)?.['nodeid']);
  const isThere = root === null || rows.some(({ nodeid }) => nodeid === root['nodeid']);
  return (isThere ? rows : [root, ...rows]).map((node) => {
    const id = idText(node['nodeid']);
    return {
      ...node,
      istopnode: id === rootId,
      // Whether a node stands for its nodegroup is told by its id alone.
      is_collector: id !== '' && id === idText(node['nodegroup_id']),
      parentproperty: node['parentproperty'] ?? (id === rootId ? '' : null),
    };
  });
}

/** The cards of the nodegroups of the model. */
export function completeCards(
  rows: readonly GraphRow[],
  nodegroups: readonly GraphRow[],
  graphId: string,
): readonly GraphRow[] {
  const known = new Set(nodegroups.map(({ nodegroupid }) => idText(nodegroupid)));
  return rows
    .filter((card) => known.has(idText(card['nodegroup_id'])))
    .map((card, position) => {
      const derived = derivedCardId(graphId, position, idText(card['nodegroup_id']));
      const cardId = idText(card['cardid']) || derived;
      return { ...card, cardid: cardId, constraints: givenConstraints(card, cardId, graphId) };
    });
}

function givenConstraints(
  { constraints }: GraphRow,
  cardId: string,
  graphId: string,
): readonly GraphRow[] {
  if (!Array.isArray(constraints)) return [];
  return constraints.filter(isObject).map((constraint) => {
    const nodes = Array.isArray(constraint['nodes']) ? constraint['nodes'].map(idText) : [];
    const constraintId = idText(constraint['constraintid']) || derivedConstraintId(graphId, nodes);
    return { ...constraint, constraintid: constraintId, card_id: cardId };
  });
}

/** Widgets, each of a kind that fits the datatype of its node. */
export function completeWidgets(
  rows: readonly GraphRow[],
  nodes: readonly GraphRow[],
  graphId: string,
): readonly GraphRow[] {
  const datatypes = new Map(nodes.map(({ nodeid, datatype }) => [idText(nodeid), datatype]));
  return addIds(rows, 'id', ['card_id', 'node_id'], graphId).map((widget) => ({
    ...widget,
    widget_id: widget['widget_id'] ?? standardWidget(datatypes.get(idText(widget['node_id']))),
  }));
}

/** The widget with which the Arches platform edits texts. */
const textWidget = '10000000-0000-0000-0000-000000000001';

/** The id of the widget for values of a datatype, where a model names none. */
function standardWidget(datatype: unknown): string {
  return (typeof datatype === 'string' && datatypeOf(datatype).widget) || textWidget;
}
