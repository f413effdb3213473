import type { CompiledGraph } from '../model/graphs/compiled.ts';
import type { ChangeAuthor } from '../model/change/change-world.ts';

/**
 * A model as far as a writer may read it: what is closed to the writer is there for no document of the writer's, and in no list
 * of what a value could stand for.
 */
export function readableModel(
  graph: CompiledGraph,
  { rights }: Pick<ChangeAuthor, 'rights'>,
): CompiledGraph {
  if (graph.nodegroups.every(({ nodegroupId }) => rights.has(nodegroupId))) return graph;
  return {
    ...graph,
    nodes: graph.nodes.filter(({ nodegroupId }) => nodegroupId === null || rights.has(nodegroupId)),
    nodegroups: graph.nodegroups.filter(({ nodegroupId }) => rights.has(nodegroupId)),
  };
}
