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
 * unreadable nodegroups and of other unreadable models are removed, also from configurations.
 * @param language of plain texts
 */
export function toReadableGraph(graph: GraphRows, language: string): ReadableGraph {
  const readableRows = selectReadableRows(graph);
  const { graphid: graphId } = graph.columns;
  const mentionsUnreadable = createUnreadableCheck(
    graph.unreadableIds.union(readableRows.unreadableIds),
  );
  const rules = { ...readableRows, mentionsUnreadable };
  const toRow = (source: GraphRow, columns: GraphColumns): GraphRow => {
    const entries = Object.entries({ ...source, graph_id: graphId });
    const selected = Object.fromEntries(entries.filter(([name]) => Object.hasOwn(columns, name)));
    return fillColumns(removeUnreadable(selected, mentionsUnreadable), columns, language);
  };
  const toRows = (sources: readonly GraphRow[], columns: GraphColumns): readonly GraphRow[] =>
    sources.map((source) => toRow(source, columns));
  const nodes = toRows(readableRows.nodes, nodeColumns);
  const cards = toRows(readableRows.cards, cardColumns).map((card) => ({
    ...card,
    constraints: asList(card['constraints'])
      .filter(isObject)
      .map((constraint) => toRow(constraint, constraintColumns)),
  }));
  const widgets = toRows(readableRows.widgets, widgetColumns).toSorted(bySortOrder);
  const functions = graph.functions.map(({ config, ...columns }) => ({
    ...columns,
    config: isObject(config) ? removeUnreadableTemplates(config, rules) : {},
  }));
  const functionRows = toRows(functions, functionColumns);
  return {
    ...toRow(graph.columns, graphColumns),
    publication: toRow(graph.publication, publicationColumns),
    root: nodes.find(({ istopnode }) => istopnode === true) ?? null,
    nodes,
    edges: toRows(readableRows.edges, edgeColumns),
    nodegroups: toRows(readableRows.nodegroups, nodegroupColumns),
    cards: cards.toSorted(bySortOrder),
    // Graph files use the longer keys, clients of the API the shorter ones.
    cards_x_nodes_x_widgets: widgets,
    widgets,
    functions_x_graphs: functionRows,
    functions: functionRows,
  };
}

function bySortOrder(left: GraphRow, right: GraphRow): number {
  return orderOf(left) - orderOf(right);
}

function orderOf({ sortorder }: GraphRow): number {
  return typeof sortorder === 'number' ? sortorder : 0;
}
