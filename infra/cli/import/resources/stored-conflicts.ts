import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';
import {
  findResourcesOfOtherGraphs,
  findStoredTiles,
  findTilesOfOtherResources,
  type Ownership,
} from '../../../queries/ownership-conflicts.ts';
import type { RecordCandidate } from './salvage.ts';

const idsPerStatement = 10_000;

/** What is known of ids outside a record: the graph or resource instance that has them. */
type Owners = {
  readonly graphs: ReadonlyMap<string, string>;
  readonly tiles: ReadonlyMap<string, string>;
  readonly parents: ReadonlyMap<string, string>;
};

/**
 * Looks up what the database holds against records: tiles of others, other graphs, parent tiles that are nowhere or
 * belong to another resource instance.
 * @returns what is wrong with each of the records, with pointers into it
 */
export async function findStoredConflicts(
  candidates: readonly RecordCandidate[],
  data: DataApi,
): Promise<(candidate: RecordCandidate) => readonly Problem[]> {
  const tiles = candidates.flatMap(({ record }) => record.tiles);
  const here = new Map<string, string>(tiles.map((tile) => [tile.tile_id, tile.resource_id]));
  const outside = tiles.flatMap(({ parent_tile_id: parent }) =>
    parent === null || here.has(parent) ? [] : [parent],
  );
  const pairs = tiles.map((tile) => [tile.tile_id, tile.resource_id] as const);
  const headers = candidates.map(({ record }) => record.resource);
  const owners: Owners = {
    graphs: await owned(headers, (batch) => runQuery(data.read, findResourcesOfOtherGraphs(batch))),
    tiles: await owned(pairs, (batch) => runQuery(data.read, findTilesOfOtherResources(batch))),
    parents: new Map([
      ...here,
      ...(await owned(outside, (batch) => runQuery(data.read, findStoredTiles(batch)))),
    ]),
  };
  return (candidate) => problemsOf(candidate, owners);
}

/** Asks about many things by several statements, each within a request. @returns the owner of each id found */
async function owned<T>(
  items: readonly T[],
  read: (batch: readonly T[]) => Promise<readonly Ownership[]>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const batch of splitIntoBatches(items, idsPerStatement)) {
    for (const { id, ownerId } of await read(batch)) found.set(id, ownerId);
  }
  return found;
}

function problemsOf({ record }: RecordCandidate, owners: Owners): readonly Problem[] {
  const id = record.resource.resource_id;
  const graph = owners.graphs.get(id);
  const message = `Resource instance ${id} is stored under graph ${String(graph)}; its graph cannot change.`;
  const ofGraph: readonly Finding[] =
    graph === undefined ? [] : [{ code: 'other_graph', pointer: '', message }];
  const ofTiles = record.tiles.flatMap((tile, index) => tileFindings(tile, index, owners));
  return [...ofGraph, ...ofTiles].map((found) => ({ severity: 'error', ...found, record: id }));
}

type Finding = Pick<Problem, 'code' | 'pointer' | 'message'>;

function tileFindings(tile: TileRow, index: number, owners: Owners): readonly Finding[] {
  const findings: Finding[] = [];
  const owner = owners.tiles.get(tile.tile_id);
  if (owner !== undefined) {
    const message = `Tile ${tile.tile_id} belongs to resource instance ${owner}; it is not moved.`;
    const pointer = jsonPointer(['tiles', index, 'tileid']);
    findings.push({ code: 'tile_of_other_resource', pointer, message });
  }
  const parent = tile.parent_tile_id;
  if (parent === null) return findings;
  const pointer = jsonPointer(['tiles', index, 'parenttile_id']);
  const parentOwner = owners.parents.get(parent);
  if (parentOwner === undefined) {
    const message = `Tile ${tile.tile_id} names parent tile ${parent}, which is neither in the file nor stored.`;
    findings.push({ code: 'unknown_parent_tile', pointer, message });
  } else if (parentOwner !== tile.resource_id) {
    const message = `Tile ${tile.tile_id} names parent tile ${parent}, which belongs to resource instance ${parentOwner}.`;
    findings.push({ code: 'parent_tile_of_other_resource', pointer, message });
  }
  return findings;
}
