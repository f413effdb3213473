import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { createModelLookup } from '../../../../lib/model/change/change-context.ts';
import type { UniqueCheck } from '../../../../lib/model/change/resource-change.ts';
import { notUniqueProblem, planUniqueChecks } from '../../../../lib/model/change/uniqueness.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { parseNodegroupId, type TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { findFailedUniqueChecks } from '../../../../lib/queries/resources/unique-checks.ts';
import { reportProblems } from '../import-context.ts';
import type { RecordCandidate } from './salvage.ts';
import type { BatchTurn } from './batch-turn.ts';
import type { FileImport } from './write-candidates.ts';

const checksPerStatement = 10_000;

/**
 * Warns of values that another tile has as well, in the file or stored, though a card wants them once. The records go in all the
 * same: whoever owns the data mends it.
 * @param candidates records of one transaction, which are not written yet
 */
export async function reportRepeatedValues(
  candidates: readonly RecordCandidate[],
  { file, models: { graphs }, context }: FileImport,
  turn: BatchTurn,
): Promise<void> {
  for (const [graphId, ofGraph] of Map.groupBy(
    candidates,
    ({ record }) => record.resource.graph_id,
  )) {
    const graph = graphs.get(graphId);
    if (graph !== undefined) {
      reportProblems(file, await repeatedIn(ofGraph, graph, context.data, turn), context);
    }
  }
}

async function repeatedIn(
  candidates: readonly RecordCandidate[],
  graph: CompiledGraph,
  data: DataApi,
  turn: BatchTurn,
): Promise<readonly Problem[]> {
  const unique = new Set(
    graph.nodegroups.flatMap(({ nodegroupId, constraints }) => (constraints ? [nodegroupId] : [])),
  );
  const tiles = candidates.flatMap(({ record, pointer, places }) =>
    record.tiles.flatMap((tile, index) => {
      const nodegroupId = parseNodegroupId(tile.nodegroup_id);
      if (!unique.has(nodegroupId)) return [];
      const [tileId, resourceId] = [tile.tile_id, tile.resource_id];
      const at = `${pointer}${jsonPointer(['tiles', places[index] ?? index])}`;
      return [
        { tileId, nodegroupId, resourceId, data: tile.data, pointer: at, changed: 'all' as const },
      ];
    }),
  );
  if (tiles.length === 0) return [];
  await turn.waitForPrevious();
  const model = createModelLookup(graph);
  const owners = new Map(tiles.map(({ tileId, resourceId }) => [tileId, resourceId]));
  const changing = tiles.map(({ tileId }) => tileId);
  const problems: Problem[] = [];
  for (const checks of splitIntoBatches(planUniqueChecks(tiles, model), checksPerStatement)) {
    for (const { tile_id: tileId, values, pointer } of await failed(checks, changing, data)) {
      const record = owners.get(tileId);
      const found = notUniqueProblem(
        { nodeIds: Object.keys(values) },
        pointer,
        model,
        'All are kept.',
      );
      problems.push({ severity: 'warning', ...found, ...(record && { record }) });
    }
  }
  return problems;
}

/** What the database cannot read is passed over here: it is reported where it is to be written. */
async function failed(
  checks: readonly UniqueCheck[],
  changing: readonly TileId[],
  data: DataApi,
): Promise<readonly UniqueCheck[]> {
  try {
    const places = new Set(await runQuery(data.read, findFailedUniqueChecks(checks, changing)));
    return checks.filter((_, place) => places.has(place));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
  }
  if (checks.length === 1) return [];
  const middle = Math.ceil(checks.length / 2);
  const one = await failed(checks.slice(0, middle), changing, data);
  return [...one, ...(await failed(checks.slice(middle), changing, data))];
}
