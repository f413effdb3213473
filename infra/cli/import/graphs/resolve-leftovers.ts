import { run } from '../../../../lib/data-api/query.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { valuesOutOfPlace } from '../../../queries/out-of-place.ts';
import { removeVanished, type Vanished } from '../../../queries/vanished.ts';
import type { ImportContext } from '../context.ts';
import { keptProblems, movedProblems, outOfPlaceProblems, removedProblems } from './leftovers.ts';
import { planMoves } from './plan-moves.ts';
import { planRemoval } from './plan-removal.ts';
import { applyPlans } from './apply-plans.ts';

/** What an import of a graph does with values that no longer have their place in it. */
export type LeftoverOptions = {
  /** Moves values into tiles of the nodegroup that their node is in now. */
  readonly movesTiles: boolean;
  /** Removes nodegroups and nodes that the graph no longer has, with their tiles and values. */
  readonly removesVanished: boolean;
};

type Context = Pick<ImportContext, 'data' | 'leavesNoActivity'>;

/**
 * Settles values that no longer have their place in a graph, which is stored already.
 * @param vanished what it no longer has, and what is kept all the same
 * @returns what was done, and what stays, as warnings
 */
export async function resolveLeftovers(
  graph: CompiledGraph,
  vanished: Vanished,
  { movesTiles, removesVanished }: LeftoverOptions,
  context: Context,
): Promise<readonly Problem[]> {
  return [
    ...(removesVanished
      ? await removeLeftovers(graph, vanished, context)
      : keptProblems(vanished, graph.graphId)),
    ...(movesTiles ? await moveLeftovers(graph, context) : []),
    ...outOfPlaceProblems(
      await run(context.data.read, valuesOutOfPlace(graph.graphId)),
      graph.graphId,
      movesTiles,
    ),
  ];
}

async function removeLeftovers(
  graph: CompiledGraph,
  before: Vanished,
  context: Context,
): Promise<readonly Problem[]> {
  const nodegroups = before.nodegroups.map(({ id }) => id);
  const nodes = before.nodes.map(({ id }) => id);
  const removed = { nodegroups: new Set(nodegroups), nodes: new Set(nodes) };
  await applyPlans(
    graph.graphId,
    { nodegroups, nodes },
    (tiles) => planRemoval(removed, tiles),
    context,
  );
  const after = await run(context.data.write, removeVanished(graph, false));
  return [...removedProblems(before, after, graph.graphId), ...keptProblems(after, graph.graphId)];
}

async function moveLeftovers(graph: CompiledGraph, context: Context): Promise<readonly Problem[]> {
  const found = await run(context.data.read, valuesOutOfPlace(graph.graphId));
  const nodes = found.map(({ id }) => id);
  const applied = await applyPlans(
    graph.graphId,
    { nodes, nodegroups: [] },
    (tiles) => planMoves(graph, tiles),
    context,
  );
  return movedProblems(applied, graph.graphId);
}
