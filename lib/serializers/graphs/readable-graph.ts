import { asList, isObject } from '../../model/datatypes/values/json-values.ts';
import {
  cardColumns,
  fillColumns,
  constraintColumns,
  edgeColumns,
  functionColumns,
  graphColumns,
  nodeColumns,
  nodegroupColumns,
  publicationColumns,
  widgetColumns,
  type GraphColumns,
  type GraphRow,
} from './graph-columns.ts';
import type { GraphRows } from './graph-rows.ts';
import { selectReadableRows } from './readable-rows.ts';
import { removeUnreadableTemplates } from './remove-unreadable-templates.ts';
import { createUnreadableCheck, removeUnreadable } from './remove-unreadable.ts';

export type ReadableGraph = GraphRow & {
  readonly root: GraphRow | null;
  readonly nodes: readonly GraphRow[];
  readonly cards: readonly GraphRow[];
  readonly widgets: readonly GraphRow[];
  readonly functions: readonly GraphRow[];
};

/**
 * Creates the readable graph of a model with every key that readers of graph files expect. Rows and ids of
 * unreadable nodegroups and of unreadable other models are removed, also from configurations.
 * @param language of plain texts
 */
export function toReadableGraph(source: GraphRows, language: string): ReadableGraph {
  const part = selectReadableRows(source);
  const namesUnreadable = createUnreadableCheck(source.unreadableIds.union(part.unreadableIds));
  const rules = { ...part, namesUnreadable };
  const row = (found: GraphRow, columns: GraphColumns): GraphRow => {
    const known = Object.entries({ ...found, graph_id: source.columns['graphid'] });
    const wanted = Object.fromEntries(known.filter(([name]) => Object.hasOwn(columns, name)));
    return fillColumns(removeUnreadable(wanted, namesUnreadable), columns, language);
  };
  const rows = (found: readonly GraphRow[], columns: GraphColumns): readonly GraphRow[] =>
    found.map((one) => row(one, columns));
  const nodes = rows(part.nodes, nodeColumns);
  const cards = rows(part.cards, cardColumns).map((card) => ({
    ...card,
    constraints: asList(card['constraints'])
      .filter(isObject)
      .map((one) => row(one, constraintColumns)),
  }));
  const widgets = rows(part.widgets, widgetColumns).toSorted(bySortOrder);
  const functions = source.functions.map(({ config, ...found }) => ({
    ...found,
    config: isObject(config) ? removeUnreadableTemplates(config, rules) : {},
  }));
  const functionRows = rows(functions, functionColumns);
  return {
    ...row(source.columns, graphColumns),
    publication: row(source.publication, publicationColumns),
    root: nodes.find(({ istopnode }) => istopnode === true) ?? null,
    nodes,
    edges: rows(part.edges, edgeColumns),
    nodegroups: rows(part.nodegroups, nodegroupColumns),
    cards: cards.toSorted(bySortOrder),
    // Files use the longer keys, existing clients of the service the others.
    cards_x_nodes_x_widgets: widgets,
    widgets,
    functions_x_graphs: functionRows,
    functions: functionRows,
  };
}

function bySortOrder(one: GraphRow, other: GraphRow): number {
  return orderOf(one) - orderOf(other);
}

function orderOf({ sortorder }: GraphRow): number {
  return typeof sortorder === 'number' ? sortorder : 0;
}
