import { contentLanguageKey } from '../../model/graphs/graph-document-schema.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import type { GraphRow } from './graph-columns.ts';
import { omitKeys, type GraphDocumentOptions } from './graph-document.ts';
import { toGraphRows } from './graph-rows.ts';
import { localizeText } from './localize-graph.ts';
import { toReadableGraph } from './readable-graph.ts';

/**
 * A resource model as a graph file holds it, {graph: [graph]}, for readers that take nothing but the types of such files: the name
 * of a node and the JSON-LD context are texts. All other texts have all their languages.
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

/** The text of a context; a context that was read as JSON is JSON text. */
export function contextText(context: unknown): string | null {
  if (context === null || context === undefined) return null;
  return typeof context === 'string' ? context : JSON.stringify(context);
}
