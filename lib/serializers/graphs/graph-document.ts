import { datatypeOf } from '../../model/datatypes/registry.ts';
import { semanticDatatype } from '../../model/datatypes/semantic.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import type { GraphRow } from './graph-columns.ts';
import { toGraphRows } from './graph-rows.ts';
import { localizeGraph } from './localize-graph.ts';
import { toReadableGraph } from './readable-graph.ts';

/** Which parts of a model are wanted, and in which languages. */
export type GraphDocumentOptions = {
  /** Whether cards, their widgets and the datatypes stand beside the graph. */
  readonly withCards: boolean;
  /** Names of parts, of the answer or of the graph, to leave out. */
  readonly exclude: readonly string[];
  /** The language of texts that the model was read with as plain texts. */
  readonly language: string;
  /** Language tags, most wanted first, where each text is wanted in one language; left out for all languages that it has. */
  readonly readerLanguages?: readonly string[];
};

/**
 * A resource model as existing clients know it: {datatypes, cards, graph, cardwidgets}. `graph` is also one of a graph file, with
 * every key that readers of such files ask for. Nothing is in it of what the caller may not read.
 */
export function graphDocument(
  stored: StoredGraph,
  { withCards, exclude, language, readerLanguages }: GraphDocumentOptions,
): GraphRow {
  const whole = toReadableGraph(toGraphRows(stored), language);
  const graph = readerLanguages === undefined ? whole : localizeGraph(whole, readerLanguages);
  const beside = {
    datatypes: datatypesOf(graph.nodes),
    cards: graph.cards,
    cardwidgets: graph.widgets,
  };
  const document = { ...(withCards ? beside : {}), graph: omitKeys(graph, exclude) };
  return omitKeys(document, exclude);
}

/** The datatypes of nodes, each once. */
function datatypesOf(nodes: readonly GraphRow[]): readonly GraphRow[] {
  const names = new Set(nodes.map(({ datatype }) => datatype ?? semanticDatatype.name));
  return [...names].map((datatype) => ({
    datatype,
    isgeometric: typeof datatype === 'string' && datatypeOf(datatype).holds === 'geometry',
  }));
}

/** A document without the members of these names. */
export function omitKeys(document: GraphRow, names: readonly string[]): GraphRow {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
