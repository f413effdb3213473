import { contentLanguage } from '../../model/graphs/document.ts';
import { isObject } from '../../model/datatypes/parts/values.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import type { Row } from './columns.ts';
import { without, type WantedParts } from './document.ts';
import { graphRows } from './graph-rows.ts';
import { inLanguageOf } from './in-one-language.ts';
import { readableGraph } from './readable-graph.ts';

/**
 * A resource model as a graph file holds it, {graph: [graph]}, for readers that take nothing but the types of such files: the name
 * of a node and the JSON-LD context are texts. All other texts have all their languages.
 */
export function graphFile(
  stored: StoredGraph,
  { exclude, language, readerLanguages = [language] }: Omit<WantedParts, 'withCards'>,
): Row {
  const {
    widgets: _widgets,
    functions: _functions,
    ...graph
  } = readableGraph(graphRows(stored), language);
  const nodes: readonly Row[] = graph.nodes.map((node) => ({
    ...node,
    name: inLanguageOf(node['name'], readerLanguages),
  }));
  const losesLanguages = graph.nodes.some(({ name }) => isObject(name));
  const file = {
    ...graph,
    ...(losesLanguages ? { [contentLanguage]: language } : {}),
    jsonldcontext: textOf(graph['jsonldcontext']),
    root: nodes.find(({ istopnode }) => istopnode === true) ?? null,
    nodes,
  };
  return { graph: [without(file, exclude)] };
}

/** The text of a context; a context that was read as JSON is JSON text. */
export function textOf(context: unknown): string | null {
  if (context === null || context === undefined) return null;
  return typeof context === 'string' ? context : JSON.stringify(context);
}
