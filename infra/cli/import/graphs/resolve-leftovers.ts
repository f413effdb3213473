import { runQuery } from '../../../../lib/data-api/query.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import {
  removeObsoleteGraphParts,
  type RetainedGraphParts,
} from './queries/obsolete-graph-parts.ts';
import { findMisplacedValues, type StoredTileRow } from './queries/misplaced-values.ts';
import type { ImportContext } from '../import-context.ts';
import { applyLeftoverPlans } from './apply-leftover-plans.ts';
import {
  makeKeptWarnings,
  makeMovedWarnings,
  makeOutOfPlaceWarnings,
  makeRemovedWarnings,
} from './leftover-warnings.ts';
import { planMoves } from './plan-moves.ts';
import { planRemoval } from './plan-removal.ts';

/** What an import of a graph does with values of nodes that were moved to another nodegroup or removed from the graph. */
export type LeftoverOptions = {
  /** Whether values are moved into tiles of the present nodegroup of their node. */
  readonly movesTiles: boolean;
  /** Whether nodegroups and nodes that the graph no longer has are removed with their tiles and values. */
  readonly removesObsolete: boolean;
};

/** The options that keep all such values in their tiles. */
export const keepLeftovers: LeftoverOptions = { movesTiles: false, removesObsolete: false };

type Context = Pick<ImportContext, 'dataApi' | 'omitsActivity'>;

/**
 * Moves, removes or reports values of nodes that were moved or removed in the new version of a graph.
 * @rule Imports and exports: What is kept of a model that its new version lacks, and what removes it?
 * @param retained the parts that are still stored although the graph no longer has them
 * @returns warnings about the values that were moved, removed or kept
 */
export async function resolveLeftovers(
  graph: CompiledGraph,
  retained: RetainedGraphParts,
  { movesTiles, removesObsolete }: LeftoverOptions,
  context: Context,
): Promise<readonly Problem[]> {
  const { graphId } = graph;
  // Values are moved first, because they may be in tiles of a nodegroup that is then removed.
  const moveWarnings = movesTiles ? await moveLeftovers(graph, context) : [];
  const remaining =
    moveWarnings.length === 0
      ? retained
      : await runQuery(context.dataApi.write, removeObsoleteGraphParts(graph, true));
  return [
    ...moveWarnings,
    ...(removesObsolete
      ? await removeLeftovers(graph, remaining, context)
      : makeKeptWarnings(remaining, graphId)),
    ...makeOutOfPlaceWarnings(
      await runQuery(context.dataApi.read, findMisplacedValues(graphId)),
      graphId,
      movesTiles,
    ),
  ];
}

async function removeLeftovers(
  graph: CompiledGraph,
  before: RetainedGraphParts,
  context: Context,
): Promise<readonly Problem[]> {
  const { graphId } = graph;
  const nodegroups = before.nodegroups.map(({ id }) => id);
  const nodes = before.nodes.map(({ id }) => id);
  const removed = {
    nodegroups: new Set(nodegroups),
    nodes: new Set(nodes),
    presentNodes: new Set<string>(graph.nodes.map(({ nodeId }) => nodeId)),
  };
  const plan = (tiles: readonly StoredTileRow[]) => planRemoval(removed, tiles);
  await applyLeftoverPlans(graphId, { nodegroups, nodes }, plan, context);
  const after = await runQuery(context.dataApi.write, removeObsoleteGraphParts(graph, false));
  return [...makeRemovedWarnings(before, after, graphId), ...makeKeptWarnings(after, graphId)];
}

async function moveLeftovers(graph: CompiledGraph, context: Context): Promise<readonly Problem[]> {
  const { graphId } = graph;
  const misplacedNodes = await runQuery(context.dataApi.read, findMisplacedValues(graphId));
  const nodes = misplacedNodes.map(({ id }) => id);
  const plan = (tiles: readonly StoredTileRow[]) => planMoves(graph, tiles);
  const changedCounts = await applyLeftoverPlans(graphId, { nodes, nodegroups: [] }, plan, context);
  return makeMovedWarnings(changedCounts, graphId);
}
