import { NotAllowed } from '../../errors.ts';
import type { ChangeAuthor } from '../../model/change/change-context.ts';
import type { Difference } from '../../model/change/difference.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import { pickText } from '../../model/pick-language.ts';

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

/** What is thrown where a change touches nodegroups that the writer may read, but not change so. It names them. */
export function forbidden(
  found: Extract<Difference, { kind: 'forbidden' }>,
  { nodegroups }: CompiledGraph,
): NotAllowed {
  const names = (ids: readonly string[]): string =>
    nodegroups
      .filter(({ nodegroupId }) => ids.includes(nodegroupId))
      .map(({ name, nodegroupId }) => `${pickText(name, ['en']) ?? ''} (${nodegroupId})`)
      .join(', ');
  const sentences = [
    ...(found.write.length === 0 ? [] : [`change tiles of ${names(found.write)}`]),
    ...(found.delete.length === 0 ? [] : [`delete tiles of ${names(found.delete)}`]),
  ];
  return new NotAllowed(`Your account may not ${sentences.join(', nor ')}. Nothing was changed.`);
}
