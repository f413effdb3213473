import { asList, isObject } from '../../model/datatypes/parts/values.ts';
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
import type { GraphRows } from './graph-rows.ts';
import { readablePart } from './readable-part.ts';
import { withoutClosedTemplates } from './templates.ts';
import { namesAnyOf, withoutUnreadable } from './without-unreadable.ts';

/** The graph of a model, as far as a caller may read it. */
export type ReadableGraph = Row & {
  readonly root: Row | null;
  readonly nodes: readonly Row[];
  readonly cards: readonly Row[];
  readonly widgets: readonly Row[];
  readonly functions: readonly Row[];
};

/**
 * The graph of a model with every key that readers of graph files ask for. Nothing is in it of nodegroups that the caller may not read, nor of other
 * models of which the caller may read nothing: no row, and no id in the configuration of others.
 * @param language of texts that the model was read with as plain texts
 */
export function readableGraph(source: GraphRows, language: string): ReadableGraph {
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
