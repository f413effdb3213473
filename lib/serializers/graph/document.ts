import { isObject } from '../../model/datatypes/parts/values.ts';
import {
  cardColumns,
  edgeColumns,
  functionColumns,
  graphColumns,
  nodeColumns,
  nodegroupColumns,
  picked,
  widgetColumns,
  type Row,
} from './columns.ts';
import { idOf, readablePart } from './readable-part.ts';
import type { GraphSource } from './source.ts';
import { withoutClosedTemplates } from './templates.ts';
import { namesAnyOf, withoutHidden } from './without-hidden.ts';

/** Which parts of a model are wanted. */
export type WantedParts = {
  /** Whether cards, their widgets and the datatypes stand beside the graph. */
  readonly withCards: boolean;
  /** Names of parts, of the answer or of the graph, to leave out. */
  readonly exclude: readonly string[];
};

/**
 * A resource model as existing clients know it: {datatypes, cards, graph, cardwidgets}. Nothing is in it of nodegroups that the
 * caller may not read, nor of other models of which the caller may read nothing: no row, and no id in the configuration of others.
 */
export function graphDocument(source: GraphSource, { withCards, exclude }: WantedParts): Row {
  const graph = readableGraph(source);
  const beside = {
    datatypes: datatypesOf(graph.nodes),
    cards: graph.cards,
    cardwidgets: graph.widgets,
  };
  const document = { ...(withCards ? beside : {}), graph: without(graph, exclude) };
  return without(document, exclude);
}

function readableGraph(source: GraphSource) {
  const part = readablePart(source);
  const namesHidden = namesAnyOf(source.hiddenIds.union(part.closedIds));
  const rules = { ...part, namesHidden };
  const rows = (found: readonly Row[], columns: readonly string[]): readonly Row[] =>
    found.map((row) => withoutHidden(picked(row, columns), namesHidden));
  const nodes = rows(part.nodes.map(asNode), nodeColumns);
  const functions = source.functions.map(({ config, ...row }) => ({
    ...row,
    config: isObject(config) ? withoutClosedTemplates(config, rules) : null,
  }));
  return {
    ...withoutHidden(picked(source.columns, graphColumns), namesHidden),
    root: nodes.find(({ istopnode }) => istopnode === true) ?? null,
    nodes,
    edges: rows(part.edges, edgeColumns),
    nodegroups: rows(part.nodegroups, nodegroupColumns),
    cards: rows(part.cards, cardColumns).toSorted(bySortOrder),
    widgets: rows(part.widgets, widgetColumns).toSorted(bySortOrder),
    functions: rows(functions, functionColumns),
  };
}

/** Whether a node stands for its nodegroup is told by its id alone. */
function asNode(node: Row): Row {
  const id = idOf(node['nodeid']);
  return { ...node, is_collector: id !== '' && id === idOf(node['nodegroup_id']) };
}

function bySortOrder(one: Row, other: Row): number {
  return orderOf(one) - orderOf(other);
}

function orderOf({ sortorder }: Row): number {
  return typeof sortorder === 'number' ? sortorder : 0;
}

/** The datatypes of nodes, each once. */
function datatypesOf(nodes: readonly Row[]): readonly Row[] {
  const names = new Set(nodes.map(({ datatype }) => datatype ?? 'semantic'));
  return [...names].map((datatype) => ({
    datatype,
    isgeometric: datatype === 'geojson-feature-collection',
  }));
}

function without(document: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
