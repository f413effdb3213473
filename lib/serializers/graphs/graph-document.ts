import { datatypeOf } from '../../model/datatypes/registry.ts';
import { semanticDatatype } from '../../model/datatypes/semantic.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import type { GraphRow } from './graph-columns.ts';
import { toGraphRows } from './graph-rows.ts';
import { localizeGraph } from './localize-graph.ts';
import { toReadableGraph } from './readable-graph.ts';
import type { PreferredLanguages } from '../../model/pick-language.ts';

export type GraphDocumentOptions = {
  /** Whether to include cards, widgets and datatypes beside the graph. */
  readonly withCards: boolean;
  /** Names of members to omit, of the document or of its graph. */
  readonly exclude: readonly string[];
  /** The language of texts that state none. */
  readonly language: string;
  /** Each text is reduced to one of these languages; absent for all languages. */
  readonly readerLanguages?: PreferredLanguages;
};

/**
 * Creates the document {datatypes, cards, graph, cardwidgets} of Arches, with the readable part of the model. Its
 * `graph` has every key that readers of graph files expect.
 */
export function graphDocument(
  stored: StoredGraph,
  { withCards, exclude, language, readerLanguages }: GraphDocumentOptions,
): GraphRow {
  const unlocalizedGraph = toReadableGraph(toGraphRows(stored), language);
  const graph =
    readerLanguages === undefined
      ? unlocalizedGraph
      : localizeGraph(unlocalizedGraph, readerLanguages, language);
  const parts = {
    datatypes: datatypesOf(graph.nodes),
    cards: graph.cards,
    cardwidgets: graph.widgets,
  };
  const document = { ...(withCards ? parts : {}), graph: omitKeys(graph, exclude) };
  return omitKeys(document, exclude);
}

/** Returns the datatypes of nodes, each once. */
function datatypesOf(nodes: readonly GraphRow[]): readonly GraphRow[] {
  const names = new Set(nodes.map(({ datatype }) => datatype ?? semanticDatatype.name));
  return [...names].map((datatype) => ({
    datatype,
    isgeometric: typeof datatype === 'string' && datatypeOf(datatype).holds === 'geometry',
  }));
}

/** Returns a document without some of its members. */
export function omitKeys(document: GraphRow, names: readonly string[]): GraphRow {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
