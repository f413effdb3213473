import { datatypeOf } from '../../model/datatypes/all.ts';
import { semantic } from '../../model/datatypes/semantic.ts';
import { asList, isObject } from '../../model/datatypes/parts/values.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import {
  cardColumns,
  completed,
  constraintColumns,
  edgeColumns,
  functionColumns,
  graphColumns,
  nodeColumns,
  nodegroupColumns,
  publicationColumns,
  widgetColumns,
  type Columns,
  type Row,
} from './columns.ts';
import { graphRows, type GraphRows } from './graph-rows.ts';
import { readablePart } from './readable-part.ts';
import { withoutClosedTemplates } from './templates.ts';
import { namesAnyOf, withoutUnreadable } from './without-unreadable.ts';

/** Which parts of a model are wanted. */
export type WantedParts = {
  /** Whether cards, their widgets and the datatypes stand beside the graph. */
  readonly withCards: boolean;
  /** Names of parts, of the answer or of the graph, to leave out. */
  readonly exclude: readonly string[];
  /** The language of texts that the model was read with as plain texts. */
  readonly language: string;
};

/**
 * A resource model as existing clients know it: {datatypes, cards, graph, cardwidgets}. `graph` is also one of a graph file, with
 * every key that readers of such files ask for. Nothing is in it of nodegroups that the
 * caller may not read, nor of other models of which the caller may read nothing: no row, and no id in the configuration of others.
 */
export function graphDocument(
  stored: StoredGraph,
  { withCards, exclude, language }: WantedParts,
): Row {
  const graph = readableGraph(graphRows(stored), language);
  const beside = {
    datatypes: datatypesOf(graph.nodes),
    cards: graph.cards,
    cardwidgets: graph.widgets,
  };
  const document = { ...(withCards ? beside : {}), graph: without(graph, exclude) };
  return without(document, exclude);
}

function readableGraph(source: GraphRows, language: string) {
  const part = readablePart(source);
  const namesUnreadable = namesAnyOf(source.unreadableIds.union(part.closedIds));
  const rules = { ...part, namesUnreadable };
  const row = (found: Row, columns: Columns): Row => {
    const known = Object.entries({ ...found, graph_id: source.columns['graphid'] });
    const wanted = Object.fromEntries(known.filter(([name]) => Object.hasOwn(columns, name)));
    return completed(withoutUnreadable(wanted, namesUnreadable), columns, language);
  };
  const rows = (found: readonly Row[], columns: Columns): readonly Row[] =>
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
    config: isObject(config) ? withoutClosedTemplates(config, rules) : {},
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
    // Files have the longer names, existing clients of the service know the others.
    cards_x_nodes_x_widgets: widgets,
    widgets,
    functions_x_graphs: functionRows,
    functions: functionRows,
  };
}

function bySortOrder(one: Row, other: Row): number {
  return orderOf(one) - orderOf(other);
}

function orderOf({ sortorder }: Row): number {
  return typeof sortorder === 'number' ? sortorder : 0;
}

/** The datatypes of nodes, each once. */
function datatypesOf(nodes: readonly Row[]): readonly Row[] {
  const names = new Set(nodes.map(({ datatype }) => datatype ?? semantic.name));
  return [...names].map((datatype) => ({
    datatype,
    isgeometric: typeof datatype === 'string' && datatypeOf(datatype).holds === 'geometry',
  }));
}

function without(document: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
