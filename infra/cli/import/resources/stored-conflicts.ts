import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { RowsQuery } from '../../../../lib/data-api/query.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  findResourcesOfOtherGraphs,
  findStoredTiles,
  findTilesOfOtherResources,
  type Ownership,
} from '../../../queries/ownership-conflicts.ts';
import { importError } from '../import-problems.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { RecordCandidate } from './salvage.ts';

const idsPerStatement = 10_000;

/** The graph or resource instance that has an id. */
type OwnerIds = ReadonlyMap<string, string>;

/**
 * Finds conflicts of records with stored data: tiles of other resource instances, other graphs, parent tiles that do not exist or
 * belong to another resource instance.
 * @returns the problems of each record, with pointers into it
 */
export async function findStoredConflicts(
  candidates: readonly RecordCandidate[],
  dataApi: DataApi,
): Promise<(candidate: RecordCandidate) => readonly Problem[]> {
  const findOwners = async <Item>(
    items: readonly Item[],
    query: (items: readonly Item[]) => RowsQuery<readonly Ownership[]>,
  ): Promise<OwnerIds> => {
    const ownerships = await readInBatches(dataApi.read, items, idsPerStatement, query);
    return new Map(ownerships.map(({ id, ownerId }) => [id, ownerId]));
  };
  const headers = candidates.map(({ record }) => record.resource);
  const tiles = candidates.flatMap(({ record }) => record.tiles);
  const tileOwners = new Map<string, string>(tiles.map((tile) => [tile.tile_id, tile.resource_id]));
  const storedParents = tiles.flatMap(({ parent_tile_id: parent }) =>
    parent === null || tileOwners.has(parent) ? [] : [parent],
  );
  const pairs = tiles.map((tile) => [tile.tile_id, tile.resource_id] as const);
  const otherGraphs = await findOwners(headers, findResourcesOfOtherGraphs);
  const otherResources = await findOwners(pairs, findTilesOfOtherResources);
  const parents = new Map([...tileOwners, ...(await findOwners(storedParents, findStoredTiles))]);
  return ({ record }) => [
    ...graphConflicts(record.resource.resource_id, otherGraphs),
    ...record.tiles.flatMap((tile, index) => {
      const id = record.resource.resource_id;
      const conflict = (code: string, member: string, message: string): Problem =>
        importError(code, message, { pointer: jsonPointer(['tiles', index, member]), record: id });
      return tileConflicts(tile, otherResources, parents, conflict);
    }),
  ];
}

function graphConflicts(record: string, otherGraphs: OwnerIds): readonly Problem[] {
  const graph = otherGraphs.get(record);
  if (graph === undefined) return [];
  const message = `Resource instance ${record} is stored under graph ${graph}; its graph cannot change.`;
  return [importError('other_graph', message, { record })];
}

function tileConflicts(
  tile: RecordCandidate['record']['tiles'][number],
  otherResources: OwnerIds,
  parents: OwnerIds,
  conflict: (code: string, member: string, message: string) => Problem,
): readonly Problem[] {
  const { tile_id: id, parent_tile_id: parent, resource_id: resourceId } = tile;
  const problems: Problem[] = [];
  const owner = otherResources.get(id);
  if (owner !== undefined) {
    const message = `Tile ${id} belongs to resource instance ${owner}; it is not moved.`;
    problems.push(conflict('tile_of_other_resource', 'tileid', message));
  }
  if (parent === null) return problems;
  const parentOwner = parents.get(parent);
  if (parentOwner === undefined) {
    const message = `Tile ${id} names parent tile ${parent}, which is neither in the file nor stored.`;
    problems.push(conflict('unknown_parent_tile', 'parenttile_id', message));
  } else if (parentOwner !== resourceId) {
    const message = `Tile ${id} names parent tile ${parent}, which belongs to resource instance ${parentOwner}.`;
    problems.push(conflict('parent_tile_of_other_resource', 'parenttile_id', message));
  }
  return problems;
}
