import { parseNodegroupId } from '../../../../lib/model/ids.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { listProposalAuthors, hasOnlyProposals } from '../../../../lib/model/change/proposals.ts';
import { tileLanguages } from '../../../../lib/model/change/tile-languages.ts';
import type { ResourceWrite, TileWrite } from '../../../../lib/model/change/resource-write.ts';

/** What makes a stored tile equal to that of a record. */
export type TileAction = Exclude<TileWrite['change'], 'delete'>;

/** How the stored resource instance of a record differs from the record. */
export type StoredRecord = {
  /** The stored version, as decimal digits. */
  readonly version: string;
  /** Whether the record has a legacy id that differs from the stored one. */
  readonly hasOtherLegacyId: boolean;
  /** Whether the record states another owner, another state of its life cycle or other identifiers than those stored. */
  readonly hasOtherStatedParts: boolean;
  /** The differences by tile id. Tiles that are equal have none. */
  readonly differences: ReadonlyMap<string, TileAction>;
};

/**
 * Plans the change that stores a record, with only the tiles that differ from the stored ones. The record is stored unchanged, with its
 * proposals, even if it breaks a rule of its model. Stored tiles that the record lacks are kept.
 * @rule Writing: Does a write count at once, or does it wait for a reviewer? An import stores records as they are.
 * @param stored undefined if the resource instance is new
 * @param nodes the nodes of its model, by id
 * @returns undefined if nothing changes
 */
export function planImportedChange(
  { resource, tiles }: ResourceRecord,
  stored: StoredRecord | undefined,
  nodes: ReadonlyMap<string, Pick<CompiledNode, 'datatype'>>,
): ResourceWrite | undefined {
  const confirmedTileIds = findConfirmedTileIds(tiles);
  const tileWrites = tiles.flatMap((tile): readonly TileWrite[] => {
    const change = stored === undefined ? 'create' : stored.differences.get(tile.tile_id);
    return change === undefined
      ? []
      : [toTileWrite(tile, change, !confirmedTileIds.has(tile.tile_id))];
  });
  if (
    stored !== undefined &&
    !stored.hasOtherLegacyId &&
    !stored.hasOtherStatedParts &&
    tileWrites.length === 0
  )
    return undefined;
  const writesLegacyId = stored === undefined || stored.hasOtherLegacyId;
  return {
    kind: stored === undefined ? 'Create' : 'Update',
    resourceId: resource.resource_id,
    graphId: resource.graph_id,
    version: stored?.version ?? null,
    proposers: findProposers(tileWrites, stored),
    legacyId: writesLegacyId ? resource.legacy_id : undefined,
    createdAt: resource.created_at,
    descriptors: undefined,
    descriptorsStamp: null,
    tiles: tileWrites,
    languages: [...new Set(tileWrites.flatMap(({ data }) => tileLanguages(data, nodes)))],
    uniqueChecks: [],
  };
}

/** Returns the ids of tiles that are not only proposals, and of their ancestors. */
function findConfirmedTileIds(tiles: readonly TileRow[]): ReadonlySet<string> {
  const tilesById = new Map<string, TileRow>(tiles.map((tile) => [tile.tile_id, tile]));
  const confirmedIds = new Set<string>();
  for (const tile of tiles) {
    if (hasOnlyProposals(tile.data, tile.provisional_edits)) continue;
    let ancestor: TileRow | undefined = tile;
    while (ancestor !== undefined && !confirmedIds.has(ancestor.tile_id)) {
      confirmedIds.add(ancestor.tile_id);
      ancestor = tilesById.get(ancestor.parent_tile_id ?? '');
    }
  }
  return confirmedIds;
}

/**
 * Returns null for a record that does not only consist of proposals. For one that does, returns their authors, or an empty list if its
 * resource instance is already stored.
 */
function findProposers(
  tileWrites: readonly TileWrite[],
  stored: StoredRecord | undefined,
): ResourceWrite['proposers'] {
  if (tileWrites.some((tile) => !tile.is_proposed)) return null;
  if (stored !== undefined) return stored.hasOtherLegacyId ? null : [];
  if (tileWrites.length === 0) return null;
  return [...new Set(tileWrites.flatMap((tile) => listProposalAuthors(tile.provisional_edits)))];
}

function toTileWrite(tile: TileRow, change: TileAction, isProposed: boolean): TileWrite {
  return {
    change,
    tile_id: tile.tile_id,
    resource_id: tile.resource_id,
    nodegroup_id: parseNodegroupId(tile.nodegroup_id),
    parent_tile_id: tile.parent_tile_id,
    keeps_parent: false,
    sort_order: tile.sort_order,
    data: tile.data,
    provisional_edits: tile.provisional_edits,
    is_proposed: isProposed,
  };
}
