import type { TileId } from '../../../../lib/model/ids.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { RecordCandidate } from './salvage.ts';

/** A record, and how its tiles are in its file. */
export type FileRecord = ResourceRecord &
  Pick<
    RecordCandidate,
    'partialTileIds' | 'without' | 'replacingTileIds' | 'pointer' | 'positions'
  >;

export function toFileRecord({ record, ...candidate }: RecordCandidate): FileRecord {
  const { partialTileIds, without, replacingTileIds, pointer, positions } = candidate;
  return { ...record, partialTileIds, without, replacingTileIds, pointer, positions };
}

/** Gives the tiles of a record other ids, values or parents. @param tiles the new tiles, in the order of the record */
export function replaceTiles(record: FileRecord, tiles: readonly TileRow[]): FileRecord {
  const newIds = new Map(
    record.tiles.map(({ tile_id: id }, index) => [id, tiles[index]?.tile_id ?? id] as const),
  );
  const rename = (ids: ReadonlySet<TileId>): ReadonlySet<TileId> =>
    new Set(Array.from(ids, (id) => newIds.get(id) ?? id));
  return {
    ...record,
    tiles,
    partialTileIds: rename(record.partialTileIds),
    replacingTileIds: rename(record.replacingTileIds),
    without: {
      tileId: rename(record.without.tileId),
      proposals: rename(record.without.proposals),
    },
  };
}
