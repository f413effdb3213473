import type { CompiledGraph } from '../../model/graphs/compiled.ts';

/** Models that one process keeps: more than most instances have, and little beside the memory of a function. */
const most = 40;

const kept = new Map<string, CompiledGraph>();

/** The publications whose compiled graphs this process keeps in memory. A publication never changes. */
export function keptPublications(): readonly string[] {
  return [...kept.keys()];
}

/**
 * The compiled graph of a publication.
 * @param text its JSON text, where it was just read; it is kept from then on, and the one used longest ago goes
 * @throws Error where it is neither kept nor given
 */
export function keptGraph(publicationId: string, text: string | undefined): CompiledGraph {
  const graph = kept.get(publicationId) ?? parsed(publicationId, text);
  kept.delete(publicationId);
  kept.set(publicationId, graph);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  return graph;
}

function parsed(publicationId: string, text: string | undefined): CompiledGraph {
  if (text === undefined)
    throw new Error(`The graph of publication ${publicationId} was not read.`);
  return JSON.parse(text);
}
