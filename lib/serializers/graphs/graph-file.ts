import { contentLanguageKey } from '../../model/graphs/graph-document-schema.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import type { GraphRow } from './graph-columns.ts';
import { omitKeys, type GraphDocumentOptions } from './graph-document.ts';
import { toGraphRows } from './graph-rows.ts';
import { localizeText } from './localize-graph.ts';
import { toReadableGraph } from './readable-graph.ts';

/**
 * Creates a graph file {graph: [graph]} for readers that are strict about types: node names and the JSON-LD context are
 * plain texts, and all other texts keep their languages.
 */
export function graphFileDocument(
  stored: StoredGraph,
  { exclude, language, readerLanguages = [language] }: Omit<GraphDocumentOptions, 'withCards'>,
): GraphRow {
  const {
    widgets: _widgets,
    functions: _functions,
    ...graph
  } = toReadableGraph(toGraphRows(stored), language);
  const nodes: readonly GraphRow[] = graph.nodes.map((node) => ({
    ...node,
    name: localizeText(node['name'], readerLanguages),
  }));
  const losesLanguages = graph.nodes.some(({ name }) => isObject(name));
  const file = {
    ...graph,
    ...(losesLanguages ? { [contentLanguageKey]: language } : {}),
    jsonldcontext: contextText(graph['jsonldcontext']),
    root: nodes.find(({ istopnode }) => istopnode === true) ?? null,
    nodes,
  };
  return { graph: [omitKeys(file, exclude)] };
}

/** Returns the JSON-LD context as a string. */
export function contextText(context: unknown): string | null {
  if (context === null || context === undefined) return null;
  return typeof context === 'string' ? context : JSON.stringify(context);
}
