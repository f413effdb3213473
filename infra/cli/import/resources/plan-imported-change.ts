import { parseNodegroupId } from '../../../../lib/model/ids.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { proposalAuthors, hasOnlyProposals } from '../../../../lib/model/change/proposals.ts';
import { tileLanguages } from '../../../../lib/model/change/tile-languages.ts';
import type { ResourceChange, TileChange } from '../../../../lib/model/change/resource-change.ts';

/** How a tile of a record differs from what is stored. */
export type TileDifference = Exclude<TileChange['change'], 'delete'>;

/** How the stored resource instance of a record differs from the record. */
export type StoredRecord = {
  /** Decimal digits. */
  readonly version: string;
  /** Whether the record has a legacy id that differs. */
  readonly hasOtherLegacyId: boolean;
  /** By tile id, without the tiles that are equal. */
  readonly differences: ReadonlyMap<string, TileDifference>;
};

/**
 * Plans the change that stores a record. It only has the tiles that differ. The record is stored as it is, with its provisional edits,
 * even if it breaks a rule of its model. Stored tiles that the record does not have stay.
 * @param stored undefined if the resource instance is new
 * @param nodes of its model, by id
 * @returns undefined if nothing changes
 */
export function planImportedChange(
  { resource, tiles }: ResourceRecord,
  stored: StoredRecord | undefined,
  nodes: ReadonlyMap<string, Pick<CompiledNode, 'datatype'>>,
): ResourceChange | undefined {
  const confirmedTileIds = findConfirmedTileIds(tiles);
  const tileChanges = tiles.flatMap((tile): readonly TileChange[] => {
    const change = stored === undefined ? 'create' : stored.differences.get(tile.tile_id);
    return change === undefined
      ? []
      : [tileChange(tile, change, !confirmedTileIds.has(tile.tile_id))];
  });
  if (stored !== undefined && !stored.hasOtherLegacyId && tileChanges.length === 0)
    return undefined;
  const writesLegacyId = stored === undefined || stored.hasOtherLegacyId;
  return {
    kind: stored === undefined ? 'Create' : 'Update',
    resourceId: resource.resource_id,
    graphId: resource.graph_id,
    version: stored?.version ?? null,
    proposers: findProposers(tileChanges, stored),
    legacyId: writesLegacyId ? resource.legacy_id : undefined,
    createdAt: resource.created_at,
    descriptors: undefined,
    descriptorsStamp: null,
    tiles: tileChanges,
    languages: [...new Set(tileChanges.flatMap(({ data }) => tileLanguages(data, nodes)))],
    uniqueChecks: [],
  };
}

/** Returns the ids of the tiles that are more than proposals, and of those above them. */
function findConfirmedTileIds(tiles: readonly TileRow[]): ReadonlySet<string> {
  const byId = new Map<string, TileRow>(tiles.map((tile) => [tile.tile_id, tile]));
  const confirmed = new Set<string>();
  for (const tile of tiles) {
    if (hasOnlyProposals(tile.data, tile.provisional_edits)) continue;
    let ancestor: TileRow | undefined = tile;
    while (ancestor !== undefined && !confirmed.has(ancestor.tile_id)) {
      confirmed.add(ancestor.tile_id);
      ancestor = byId.get(ancestor.parent_tile_id ?? '');
    }
  }
  return confirmed;
}

/** Returns the authors of a record that only has proposals, none if it is stored already; null for any other record. */
function findProposers(
  tileChanges: readonly TileChange[],
  stored: StoredRecord | undefined,
): ResourceChange['proposers'] {
  if (tileChanges.length === 0 || tileChanges.some((tile) => !tile.is_proposed)) return null;
  if (stored !== undefined) return stored.hasOtherLegacyId ? null : [];
  return [...new Set(tileChanges.flatMap((tile) => proposalAuthors(tile.provisional_edits)))];
}

function tileChange(tile: TileRow, change: TileDifference, isProposed: boolean): TileChange {
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
