import { runQuery } from '../../../../lib/data-api/query.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { findValuesOutOfPlace } from '../../../queries/values-out-of-place.ts';
import {
  removeObsoleteGraphParts,
  type RetainedGraphParts,
} from '../../../queries/obsolete-graph-parts.ts';
import type { ImportContext } from '../import-context.ts';
import {
  keptWarnings,
  movedWarnings,
  outOfPlaceWarnings,
  removedWarnings,
} from './leftover-warnings.ts';
import { planMoves } from './plan-moves.ts';
import { planRemoval } from './plan-removal.ts';
import { applyLeftoverPlans } from './apply-leftover-plans.ts';

/** What an import of a graph does with values that no longer have their place in it. */
export type LeftoverOptions = {
  /** Moves values into tiles of the nodegroup that their node is in now. */
  readonly movesTiles: boolean;
  /** Removes nodegroups and nodes that the graph no longer has, with their tiles and values. */
  readonly removesVanished: boolean;
};

type Context = Pick<ImportContext, 'data' | 'omitsActivity'>;

/**
 * Settles values that no longer have their place in a graph, which is stored already.
 * @param vanished what it no longer has, and what is kept all the same
 * @returns what was done, and what stays, as warnings
 */
export async function resolveLeftovers(
  graph: CompiledGraph,
  vanished: RetainedGraphParts,
  { movesTiles, removesVanished }: LeftoverOptions,
  context: Context,
): Promise<readonly Problem[]> {
  return [
    ...(removesVanished
      ? await removeLeftovers(graph, vanished, context)
      : keptWarnings(vanished, graph.graphId)),
    ...(movesTiles ? await moveLeftovers(graph, context) : []),
    ...outOfPlaceWarnings(
      await runQuery(context.data.read, findValuesOutOfPlace(graph.graphId)),
      graph.graphId,
      movesTiles,
    ),
  ];
}

async function removeLeftovers(
  graph: CompiledGraph,
  before: RetainedGraphParts,
  context: Context,
): Promise<readonly Problem[]> {
  const nodegroups = before.nodegroups.map(({ id }) => id);
  const nodes = before.nodes.map(({ id }) => id);
  const removed = { nodegroups: new Set(nodegroups), nodes: new Set(nodes) };
  await applyLeftoverPlans(
    graph.graphId,
    { nodegroups, nodes },
    (tiles) => planRemoval(removed, tiles),
    context,
  );
  const after = await runQuery(context.data.write, removeObsoleteGraphParts(graph, false));
  return [...removedWarnings(before, after, graph.graphId), ...keptWarnings(after, graph.graphId)];
}

async function moveLeftovers(graph: CompiledGraph, context: Context): Promise<readonly Problem[]> {
  const found = await runQuery(context.data.read, findValuesOutOfPlace(graph.graphId));
  const nodes = found.map(({ id }) => id);
  const applied = await applyLeftoverPlans(
    graph.graphId,
    { nodes, nodegroups: [] },
    (tiles) => planMoves(graph, tiles),
    context,
  );
  return movedWarnings(applied, graph.graphId);
}
