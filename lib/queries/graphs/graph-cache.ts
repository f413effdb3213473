import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';

/** The maximum number of models in the cache of a process. Most instances have fewer models, and a model needs little memory. */
const maxGraphs = 40;

const cache = new Map<string, CompiledGraph>();

/** The publications whose compiled graphs are cached. Cached graphs never expire, because a publication never changes. */
export function listCachedPublications(): readonly string[] {
  return [...cache.keys()];
}

/**
 * Returns the compiled graph of a publication. If the cache is full, the least recently used graph is dropped.
 * @param text its JSON string, if it was read from the database
 * @throws Error if the graph is neither cached nor passed
 */
export function getCompiledGraph(publicationId: string, text: string | undefined): CompiledGraph {
  const graph = cache.get(publicationId) ?? parseGraph(publicationId, text);
  cache.delete(publicationId);
  cache.set(publicationId, graph);
  const [oldest] = cache.keys();
  if (cache.size > maxGraphs && oldest !== undefined) cache.delete(oldest);
  return graph;
}

function parseGraph(publicationId: string, text: string | undefined): CompiledGraph {
  if (text === undefined)
    throw new Error(`The graph of publication ${publicationId} was not read.`);
  return JSON.parse(text);
}
