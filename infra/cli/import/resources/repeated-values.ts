import { inBatches } from '../../../../lib/data-api/batches.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { run } from '../../../../lib/data-api/query.ts';
import { modelById } from '../../../../lib/model/change/change-context.ts';
import type { UniqueCheck } from '../../../../lib/model/change/resource-change.ts';
import { repeatedValue, uniqueChecks } from '../../../../lib/model/change/uniqueness.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled.ts';
import { parseNodegroupId, type TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { failedUniqueChecks } from '../../../../lib/queries/resources/unique-checks.ts';
import { reportProblems } from '../context.ts';
import type { Candidate } from './salvage.ts';
import type { Turn } from './turn.ts';
import type { FileImport } from './write-candidates.ts';

const checksPerStatement = 10_000;

/**
 * Warns of values that another tile has as well, in the file or stored, though a card wants them once. The records go in all the
 * same: whoever owns the data mends it.
 * @param candidates records of one transaction, which are not written yet
 */
export async function reportRepeatedValues(
  candidates: readonly Candidate[],
  { file, models: { graphs }, context }: FileImport,
  turn: Turn,
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
  candidates: readonly Candidate[],
  graph: CompiledGraph,
  data: DataApi,
  turn: Turn,
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
  await turn.afterAhead();
  const model = modelById(graph);
  const owners = new Map(tiles.map(({ tileId, resourceId }) => [tileId, resourceId]));
  const changing = tiles.map(({ tileId }) => tileId);
  const problems: Problem[] = [];
  for (const checks of inBatches(uniqueChecks(tiles, model), checksPerStatement)) {
    for (const { tile_id: tileId, values, pointer } of await failed(checks, changing, data)) {
      const record = owners.get(tileId);
      const found = repeatedValue(
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
    const places = new Set(await run(data.read, failedUniqueChecks(checks, changing)));
    return checks.filter((_, place) => places.has(place));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
  }
  if (checks.length === 1) return [];
  const middle = Math.ceil(checks.length / 2);
  const one = await failed(checks.slice(0, middle), changing, data);
  return [...one, ...(await failed(checks.slice(middle), changing, data))];
}
