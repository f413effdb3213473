import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ChangeAuthor } from '../../../../lib/model/accounts/access-change.ts';
import { createStagingTable, stageText } from '../../../../lib/queries/staging.ts';
import {
  hideNestedNodegroups,
  removeObsoleteGraphParts,
  type RetainedGraphParts,
} from './queries/obsolete-graph-parts.ts';
import { lockRights, preserveDenials, type PreservedDenial } from './queries/preserve-denials.ts';
import {
  clearDescriptorsOfMovedNodes,
  mergeGraph,
  mergeNodegroups,
  mergeNodes,
  replaceCards,
  storeGraphSource,
  storePublication,
  type ChangedNodes,
} from './queries/write-graph.ts';
import type { PreparedGraph } from './compile-graph.ts';
import { rederiveTiles } from '../../../schema/queries/node-datatypes.ts';

/** What remains of the previous version of a graph: parts that are kept, and grants that keep nodegroups closed. */
export type GraphLeftovers = {
  readonly retained: RetainedGraphParts;
  readonly denials: readonly PreservedDenial[];
};

const nodesPerStatement = 500;

/** Writes a graph, and removes the parts that only its previous version has. @returns what is kept nevertheless */
export async function writeGraph(
  { execute }: Transaction,
  { graph, compiled, publicationId, document }: PreparedGraph,
  operator: ChangeAuthor,
): Promise<GraphLeftovers> {
  const { graphId } = graph;
  await execute(lockRights());
  await execute(mergeGraph(compiled, publicationId));
  await execute(createStagingTable());
  for (const statement of stageText(JSON.stringify(graph.source))) await execute(statement);
  await execute(storeGraphSource(graphId));
  for (const statement of stageText(document)) await execute(statement);
  await execute(storePublication(publicationId, graphId));
  const denials = await runQuery(execute, preserveDenials(compiled).recordedBy(operator));
  await execute(mergeNodegroups(compiled));
  const changedNodes: ChangedNodes[] = [];
  for (const nodes of splitIntoBatches(compiled.nodes, nodesPerStatement)) {
    changedNodes.push(await runQuery(execute, mergeNodes(compiled, nodes)));
  }
  const retained = await runQuery(execute, removeObsoleteGraphParts(compiled, true));
  await execute(hideNestedNodegroups(graphId));
  for (const statement of replaceCards(graphId, graph.cards)) await execute(statement);
  const rederivedNodes = changedNodes.flatMap((nodes) => nodes.rederived);
  const movedNodes = changedNodes.flatMap((nodes) => nodes.moved);
  if (rederivedNodes.length > 0) await execute(rederiveTiles(rederivedNodes));
  if (movedNodes.length > 0) await execute(clearDescriptorsOfMovedNodes(graphId, movedNodes));
  return { retained, denials };
}
