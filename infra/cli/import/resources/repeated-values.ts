import type { DataApi } from '../../../../lib/data-api/client.ts';
import { isDataRefusal } from '../../../../lib/data-api/errors.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import { createModelLookup } from '../../../../lib/model/change/comparison-context.ts';
import type { UniqueCheck } from '../../../../lib/model/change/resource-write.ts';
import {
  createNotUniqueProblem,
  planUniqueChecks,
} from '../../../../lib/model/change/uniqueness.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { parseNodegroupId, type TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { findFailedUniqueChecks } from '../../../../lib/queries/resources/unique-checks.ts';
import { findEqualTiles, type LocatedValues } from './queries/stored-records.ts';
import type { BatchTurn } from '../batch-turn.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { BatchContext } from '../run-importer.ts';
import type { RecordCandidate } from './salvage.ts';

const checksPerStatement = 10_000;
const tilesPerStatement = 1000;

/**
 * Warns of values that must be unique according to a card, but that occur in another tile of the batch or in a stored tile. The records
 * are imported nevertheless, and the owner of the data has to correct them.
 * @param candidates records of one transaction, which are not written yet
 */
export async function reportRepeatedValues(
  candidates: readonly RecordCandidate[],
  graphs: ReadonlyMap<string, CompiledGraph>,
  dataApi: DataApi,
  { report, turn }: BatchContext,
): Promise<void> {
  const byGraph = Map.groupBy(candidates, ({ record }) => record.resource.graph_id);
  for (const [graphId, graphCandidates] of byGraph) {
    const graph = graphs.get(graphId);
    if (graph !== undefined)
      report(await findRepeatedValues(graphCandidates, graph, dataApi, turn));
  }
}

async function findRepeatedValues(
  candidates: readonly RecordCandidate[],
  graph: CompiledGraph,
  dataApi: DataApi,
  turn: BatchTurn,
): Promise<readonly Problem[]> {
  const uniqueNodegroups = new Set(
    graph.nodegroups.flatMap(({ nodegroupId, constraints }) => (constraints ? [nodegroupId] : [])),
  );
  const tiles = candidates.flatMap(({ record, pointer, positions, without }) =>
    record.tiles.flatMap((tile, index) => {
      const nodegroupId = parseNodegroupId(tile.nodegroup_id);
      if (!uniqueNodegroups.has(nodegroupId)) return [];
      const { tile_id: tileId, resource_id: resourceId, data: values } = tile;
      const tilePointer = jsonPointer(['tiles', positions[index] ?? index]);
      const changed = 'all' as const;
      const isWithoutId = without.tileId.has(tileId);
      return [
        {
          tileId,
          nodegroupId,
          resourceId,
          data: values,
          pointer: pointer + tilePointer,
          changed,
          isWithoutId,
        },
      ];
    }),
  );
  if (tiles.length === 0) return [];
  await turn.waitForPrevious();
  const equalTileIds = await findEqualTileIds(
    tiles.filter(({ isWithoutId }) => isWithoutId),
    dataApi,
  );
  const model = createModelLookup(graph);
  const owners = new Map(tiles.map(({ tileId, resourceId }) => [tileId, resourceId]));
  const tileIds = [...tiles.map(({ tileId }) => tileId), ...equalTileIds];
  const problems: Problem[] = [];
  for (const checks of splitIntoBatches(planUniqueChecks(tiles, model), checksPerStatement)) {
    for (const check of await findFailedChecks(checks, tileIds, dataApi)) {
      const nodes = { nodeIds: Object.keys(check.values) };
      const problem = createNotUniqueProblem(nodes, check.pointer, model, 'All are imported.');
      const record = owners.get(check.tile_id);
      problems.push({ severity: 'warning', ...problem, ...(record && { record }) });
    }
  }
  return problems;
}

/**
 * Finds the stored tiles with the same values as tiles without an id. These become the stored tiles, so the values are not repeated. Finds
 * none if the database refuses a value, because that is reported when it is written.
 */
async function findEqualTileIds(
  tiles: readonly LocatedValues[],
  dataApi: DataApi,
): Promise<readonly TileId[]> {
  const values = tiles.map(({ resourceId, nodegroupId, data }) => ({
    resourceId,
    nodegroupId,
    data,
  }));
  try {
    return await readInBatches(dataApi.read, values, tilesPerStatement, findEqualTiles);
  } catch (error) {
    if (isDataRefusal(error)) return [];
    throw error;
  }
}

/** Finds the checks that fail. Ignores values that the database refuses, because these are reported when they are written. */
async function findFailedChecks(
  checks: readonly UniqueCheck[],
  tileIds: readonly TileId[],
  dataApi: DataApi,
): Promise<readonly UniqueCheck[]> {
  try {
    const failedPositions = new Set(
      await runQuery(dataApi.read, findFailedUniqueChecks(checks, tileIds)),
    );
    return checks.filter((_, position) => failedPositions.has(position));
  } catch (error) {
    if (!isDataRefusal(error)) throw error;
  }
  if (checks.length === 1) return [];
  const middle = Math.ceil(checks.length / 2);
  const inFirstHalf = await findFailedChecks(checks.slice(0, middle), tileIds, dataApi);
  return [...inFirstHalf, ...(await findFailedChecks(checks.slice(middle), tileIds, dataApi))];
}
