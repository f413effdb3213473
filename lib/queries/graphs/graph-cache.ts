import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';

/** Models that one process caches: more than most instances have, and little beside the memory of a function. */
const most = 40;

const cached = new Map<string, CompiledGraph>();

/** The publications whose compiled graphs this process has in memory. A publication never changes. */
export function cachedPublications(): readonly string[] {
  return [...cached.keys()];
}

/**
 * The compiled graph of a publication.
 * @param text its JSON text, where it was just read; it is cached from then on, and the one used longest ago goes
 * @throws Error where it is neither cached nor given
 */
export function cachedGraph(publicationId: string, text: string | undefined): CompiledGraph {
  const graph = cached.get(publicationId) ?? parsed(publicationId, text);
  cached.delete(publicationId);
  cached.set(publicationId, graph);
  const [oldest] = cached.keys();
  if (cached.size > most && oldest !== undefined) cached.delete(oldest);
  return graph;
}

function parsed(publicationId: string, text: string | undefined): CompiledGraph {
  if (text === undefined)
    throw new Error(`The graph of publication ${publicationId} was not read.`);
  return JSON.parse(text);
}
