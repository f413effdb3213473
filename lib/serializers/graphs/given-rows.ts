import { isObject } from '../../model/datatypes/parts/values.ts';
import { derivedCardId, derivedConstraintId } from '../../model/graphs/derived-ids.ts';
import { nameUuid } from '../../model/name-uuid.ts';
import type { Row } from './columns.ts';
import { datatypeOf } from '../../model/datatypes/all.ts';

/*
 * The rows of a model with what a file may leave out because it follows from the rest: ids, and which node is the root. Ids are
 * those that an import gives.
 */

/** The text of an id, in lower case; empty where there is none. */
export function idOf(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** Rows with ids. @param key the column of the id @param others columns that together name a row without one */
export function withIds(
  rows: readonly Row[],
  key: string,
  others: readonly string[],
  graphId: string,
): readonly Row[] {
  const named = (row: Row): string =>
    nameUuid(graphId, [key, ...others.map((other) => idOf(row[other]))].join(' '));
  return rows.map((row) => ({ ...row, [key]: idOf(row[key]) || named(row) }));
}

/** Nodes, the root among them. Most models hold it twice, among the nodes and by itself; some only by itself. */
export function givenNodes(rows: readonly Row[], root: Row | null): readonly Row[] {
  const rootId = idOf((rows.find(({ istopnode }) => istopnode === true) ?? root)?.['nodeid']);
  const isThere = root === null || rows.some(({ nodeid }) => nodeid === root['nodeid']);
  return (isThere ? rows : [root, ...rows]).map((node) => {
    const id = idOf(node['nodeid']);
    return {
      ...node,
      istopnode: id === rootId,
      // Whether a node stands for its nodegroup is told by its id alone.
      is_collector: id !== '' && id === idOf(node['nodegroup_id']),
      parentproperty: node['parentproperty'] ?? (id === rootId ? '' : null),
    };
  });
}

/** The cards of the nodegroups of the model. */
export function givenCards(
  rows: readonly Row[],
  nodegroups: readonly Row[],
  graphId: string,
): readonly Row[] {
  const known = new Set(nodegroups.map(({ nodegroupid }) => idOf(nodegroupid)));
  return rows
    .filter((card) => known.has(idOf(card['nodegroup_id'])))
    .map((card, position) => {
      const derived = derivedCardId(graphId, position, idOf(card['nodegroup_id']));
      const cardId = idOf(card['cardid']) || derived;
      return { ...card, cardid: cardId, constraints: givenConstraints(card, cardId, graphId) };
    });
}

function givenConstraints({ constraints }: Row, cardId: string, graphId: string): readonly Row[] {
  if (!Array.isArray(constraints)) return [];
  return constraints.filter(isObject).map((constraint) => {
    const nodes = Array.isArray(constraint['nodes']) ? constraint['nodes'].map(idOf) : [];
    const constraintId = idOf(constraint['constraintid']) || derivedConstraintId(graphId, nodes);
    return { ...constraint, constraintid: constraintId, card_id: cardId };
  });
}

/** Widgets, each of a kind that fits the datatype of its node. */
export function givenWidgets(
  rows: readonly Row[],
  nodes: readonly Row[],
  graphId: string,
): readonly Row[] {
  const datatypes = new Map(nodes.map(({ nodeid, datatype }) => [idOf(nodeid), datatype]));
  return withIds(rows, 'id', ['card_id', 'node_id'], graphId).map((widget) => ({
    ...widget,
    widget_id: widget['widget_id'] ?? standardWidget(datatypes.get(idOf(widget['node_id']))),
  }));
}

/** The widget with which the Arches platform edits texts. */
const textWidget = '10000000-0000-0000-0000-000000000001';

/** The id of the widget for values of a datatype, where a model names none. */
function standardWidget(datatype: unknown): string {
  return (typeof datatype === 'string' && datatypeOf(datatype).widget) || textWidget;
}
