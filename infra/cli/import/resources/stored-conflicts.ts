import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { RowsQuery } from '../../../../lib/data-api/query.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  findResourcesOfOtherGraphs,
  findStoredTiles,
  findTilesOfOtherResources,
  type Ownership,
} from '../graphs/queries/ownership-conflicts.ts';
import { importError } from '../import-problems.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { RecordCandidate } from './salvage.ts';

const idsPerStatement = 10_000;

/** The graph of each resource instance, or the resource instance of each tile, by their ids. */
type OwnerIds = ReadonlyMap<string, string>;

/**
 * Finds conflicts of records with stored data: resource instances of other graphs, tiles of other resource instances, and parent tiles
 * that do not exist or belong to other resource instances.
 * @returns a function that lists the problems of a record, with pointers into it; and the ids that were derived for tiles without an id,
 * but belong to tiles of other resource instances
 */
export async function findStoredConflicts(
  candidates: readonly RecordCandidate[],
  dataApi: DataApi,
): Promise<{
  readonly listProblems: (candidate: RecordCandidate) => readonly Problem[];
  readonly takenIds: ReadonlySet<string>;
}> {
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
  const unlistedParents = tiles.flatMap(({ parent_tile_id: parent }) =>
    parent === null || tileOwners.has(parent) ? [] : [parent],
  );
  const pairs = tiles.map((tile) => [tile.tile_id, tile.resource_id] as const);
  const otherGraphs = await findOwners(headers, findResourcesOfOtherGraphs);
  const otherResources = await findOwners(pairs, findTilesOfOtherResources);
  const parentOwners = new Map([
    ...tileOwners,
    ...(await findOwners(unlistedParents, findStoredTiles)),
  ]);
  const takenIds = new Set(
    otherResources.size === 0
      ? []
      : candidates.flatMap(({ without }) =>
          [...without.tileId].filter((id) => otherResources.has(id)),
        ),
  );
  const listProblems = ({ record }: RecordCandidate): readonly Problem[] => [
    ...findGraphConflicts(record.resource.resource_id, otherGraphs),
    ...record.tiles.flatMap((tile, index) => {
      const id = record.resource.resource_id;
      const makeConflict = (code: string, member: string, message: string): Problem =>
        importError(code, message, { pointer: jsonPointer(['tiles', index, member]), record: id });
      return findTileConflicts(tile, otherResources, parentOwners, makeConflict);
    }),
  ];
  return { listProblems, takenIds };
}

function findGraphConflicts(resourceId: string, otherGraphs: OwnerIds): readonly Problem[] {
  const graph = otherGraphs.get(resourceId);
  if (graph === undefined) return [];
  const message = `Resource instance ${resourceId} is stored with graph ${graph}, which cannot change. Import it under another id, or with that graph.`;
  return [importError('other_graph', message, { record: resourceId })];
}

function findTileConflicts(
  tile: RecordCandidate['record']['tiles'][number],
  otherResources: OwnerIds,
  parentOwners: OwnerIds,
  makeConflict: (code: string, member: string, message: string) => Problem,
): readonly Problem[] {
  const { tile_id: id, parent_tile_id: parent, resource_id: resourceId } = tile;
  const problems: Problem[] = [];
  const owner = otherResources.get(id);
  if (owner !== undefined) {
    const message = `Tile ${id} belongs to the stored resource instance ${owner}, and is not moved. Give the tile another id.`;
    problems.push(makeConflict('tile_of_other_resource', 'tileid', message));
  }
  if (parent === null) return problems;
  const parentOwner = parentOwners.get(parent);
  if (parentOwner === undefined) {
    const message = `The parent tile ${parent} of tile ${id} is neither in the file nor stored. Import it first, or correct its id.`;
    problems.push(makeConflict('unknown_parent_tile', 'parenttile_id', message));
  } else if (parentOwner !== resourceId) {
    const message = `The parent tile ${parent} of tile ${id} belongs to resource instance ${parentOwner}. Correct its id.`;
    problems.push(makeConflict('parent_tile_of_other_resource', 'parenttile_id', message));
  }
  return problems;
}
