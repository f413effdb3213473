import type { Transaction } from '../../../../lib/data-api/client.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { readTilesOfResources, type LockedResource } from './queries/stored-records.ts';
import { readInBatches } from '../run-in-batches.ts';
import { avoidIds } from './avoid-ids.ts';
import type { ImportedTileIds } from './imported-tile-ids.ts';
import { hasOpenId, resolveTileIds } from './resolve-tile-ids.ts';
import { toFilePointers } from './salvage.ts';
import type { FileRecord } from './file-record.ts';
import { findDifferences } from './stored-records.ts';

/** Records whose tiles have their final ids. */
export type IdentifiedRecords = {
  readonly records: readonly FileRecord[];
  /** The tiles that are known to be equal to the stored ones. */
  readonly equalIds: ReadonlySet<string>;
  readonly problems: readonly Problem[];
};

const resourcesPerStatement = 100;

/**
 * Gives the tiles without an id their final ids (`resolveTileIds`). Usually their derived ids are final, because nothing is stored or
 * everything is equal to it. Only if not, stored tiles are read.
 * @param importedIds the ids of such tiles of earlier records of the run
 */
export async function identifyTiles(
  transaction: Transaction,
  records: readonly FileRecord[],
  lockedResources: readonly LockedResource[],
  importedIds: ImportedTileIds,
): Promise<IdentifiedRecords> {
  const ownRecords = records.map((record) =>
    avoidIds(record, importedIds.get(record.resource.resource_id)),
  );
  const storedIds = new Set(lockedResources.map(({ resourceId }) => resourceId));
  const tiles = ownRecords.flatMap((record) =>
    storedIds.has(record.resource.resource_id) ? listTilesToIdentify(record) : [],
  );
  if (tiles.length === 0) return { records: ownRecords, equalIds: new Set(), problems: [] };
  const differingIds = new Set(
    (await findDifferences(transaction, tiles)).map(({ tileId }) => tileId),
  );
  const equalIds = new Set<string>(
    tiles.map(({ tile_id: id }) => id).filter((id) => !differingIds.has(id)),
  );
  const differingResourceIds = [
    ...new Set(
      tiles.filter(({ tile_id: id }) => differingIds.has(id)).map((tile) => tile.resource_id),
    ),
  ];
  const storedTiles = Map.groupBy(
    await readInBatches(
      transaction.execute,
      differingResourceIds,
      resourcesPerStatement,
      readTilesOfResources,
    ),
    ({ resourceId }) => resourceId,
  );
  const differing = new Set<string>(differingResourceIds);
  const problems: Problem[] = [];
  const identifiedRecords = ownRecords.map((record) => {
    const { resource_id: resourceId } = record.resource;
    if (!differing.has(resourceId)) return record;
    const resolved = resolveTileIds(record, {
      tiles: storedTiles.get(resourceId) ?? [],
      equalIds,
      earlierIds: importedIds.get(resourceId),
    });
    problems.push(...toFilePointers(record, resolved.problems));
    return resolved.record;
  });
  return { records: identifiedRecords, equalIds, problems };
}

function listTilesToIdentify({ tiles, ...record }: FileRecord): readonly TileRow[] {
  if (record.without.tileId.size + record.replacingTileIds.size === 0) return [];
  return tiles.filter(({ tile_id: id }) => hasOpenId(record, id));
}
