import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import { compileGraph } from './compile-graph.ts';

/** A graph as it is stored. */
export type PreparedGraph = {
  readonly graph: Graph;
  readonly compiled: CompiledGraph;
  readonly publicationId: string;
  /** The JSON of the compiled graph. */
  readonly document: string;
};

/** Compiles a graph, and gives it its publication id. */
export function prepareGraph(graph: Graph): PreparedGraph {
  const compiled = compileGraph(graph);
  // The id is made of the content, so that what is cached under it is never out of date. A model that comes back from the service has
  // the id that it had there, which is not part of its content.
  const source = JSON.stringify({ ...Object(graph.source), publication_id: undefined });
  const publicationId = nameUuid(graph.graphId, `${JSON.stringify(compiled)}\n${source}`);
  const document = JSON.stringify({ ...compiled, publicationId });
  return { graph, compiled, publicationId, document };
}
