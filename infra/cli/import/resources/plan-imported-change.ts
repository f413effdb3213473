import { parseNodegroupId } from '../../../../lib/model/ids.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { proposalAuthors, hasOnlyProposals } from '../../../../lib/model/change/proposals.ts';
import { tileLanguages } from '../../../../lib/model/change/tile-languages.ts';
import type { ResourceChange, TileChange } from '../../../../lib/model/change/resource-change.ts';

/** What is to be done with a tile of a record. */
export type TileDifference = Exclude<TileChange['change'], 'delete'>;

/** The resource instance of a record as it is stored, as far as it differs from the record. */
export type StoredRecord = {
  /** Decimal digits. */
  readonly version: string;
  /** Whether the record has a legacy id, and it is another. */
  readonly hasOtherLegacyId: boolean;
  /** By tile id; a tile that is stored as the record has it is absent. */
  readonly differences: ReadonlyMap<string, TileDifference>;
};

/**
 * What an import changes to store a record: the tiles that differ, and no others. The record is taken as it is, also where it breaks
 * its model, with the provisional edits that it has; what is stored and not in the record stays.
 * @param stored undefined where the resource instance is new
 * @param nodes of its model, by id
 * @returns undefined where nothing changes
 */
export function planImportedChange(
  { resource, tiles }: ResourceRecord,
  stored: StoredRecord | undefined,
  nodes: ReadonlyMap<string, Pick<CompiledNode, 'datatype'>>,
): ResourceChange | undefined {
  const counting = countingTiles(tiles);
  const written = tiles.flatMap((tile): readonly TileChange[] => {
    const change = stored === undefined ? 'create' : stored.differences.get(tile.tile_id);
    return change === undefined ? [] : [tileChange(tile, change, !counting.has(tile.tile_id))];
  });
  if (stored !== undefined && !stored.hasOtherLegacyId && written.length === 0) return undefined;
  const takesLegacyId = stored === undefined || stored.hasOtherLegacyId;
  return {
    kind: stored === undefined ? 'Create' : 'Update',
    resourceId: resource.resource_id,
    graphId: resource.graph_id,
    version: stored?.version ?? null,
    proposers: proposersOf(written, stored),
    legacyId: takesLegacyId ? resource.legacy_id : undefined,
    createdAt: resource.created_at,
    descriptors: undefined,
    descriptorsStamp: null,
    tiles: written,
    languages: [...new Set(written.flatMap(({ data }) => tileLanguages(data, nodes)))],
    uniqueChecks: [],
  };
}

/** The tiles that are more than proposals, and those above them. */
function countingTiles(tiles: readonly TileRow[]): ReadonlySet<string> {
  const byId = new Map<string, TileRow>(tiles.map((tile) => [tile.tile_id, tile]));
  const counting = new Set<string>();
  for (const tile of tiles) {
    if (hasOnlyProposals(tile.data, tile.provisional_edits)) continue;
    let above: TileRow | undefined = tile;
    while (above !== undefined && !counting.has(above.tile_id)) {
      counting.add(above.tile_id);
      above = byId.get(above.parent_tile_id ?? '');
    }
  }
  return counting;
}

/** Whose proposals a record is nothing but; null where it has more, or nothing at all. */
function proposersOf(
  written: readonly TileChange[],
  stored: StoredRecord | undefined,
): ResourceChange['proposers'] {
  if (written.length === 0 || written.some((tile) => !tile.is_proposed)) return null;
  if (stored !== undefined) return stored.hasOtherLegacyId ? null : [];
  return [...new Set(written.flatMap((tile) => proposalAuthors(tile.provisional_edits)))];
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
