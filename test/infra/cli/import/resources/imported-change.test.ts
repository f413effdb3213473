import { describe, expect, it } from 'vitest';

import {
  planImportedChange,
  type StoredRecord,
  type TileAction,
} from '../../../../../infra/cli/import/resources/plan-imported-change.ts';
import {
  parseGraphId,
  parseResourceId,
  parseTileId,
  type TileId,
} from '../../../../../lib/model/ids.ts';
import type {
  ResourceRecord,
  TileRow,
} from '../../../../../lib/model/resources/resource-record.ts';
import { id, NAME, PLACE } from '../graphs/example.ts';

const resourceId = parseResourceId(id(1));
const tileIds = [parseTileId(id(11)), parseTileId(id(12))] as const;
const nodes = new Map([[NAME, { datatype: 'string' } as const]]);

function tile(tileId: TileId, more: Partial<TileRow> = {}): TileRow {
  return {
    tile_id: tileId,
    resource_id: resourceId,
    nodegroup_id: NAME,
    parent_tile_id: null,
    sort_order: null,
    data: { [NAME]: { en: { value: 'Mill', direction: 'ltr' } } },
    provisional_edits: null,
    ...more,
  };
}

function record(
  tiles: readonly TileRow[],
  more: Partial<ResourceRecord['resource']> = {},
): ResourceRecord {
  return {
    resource: {
      resource_id: resourceId,
      graph_id: parseGraphId(id(100)),
      legacy_id: null,
      created_at: null,
      life_cycle_state_id: null,
      identifiers: null,
      ...more,
    },
    tiles,
  };
}

function storedRecord(
  differences: readonly (readonly [TileId, TileAction])[],
  hasOtherLegacyId = false,
): StoredRecord {
  return {
    version: '7',
    hasOtherLegacyId,
    hasOtherStatedParts: false,
    differences: new Map(differences),
  };
}

const recordWithTwoTiles = record(tileIds.map((tileId) => tile(tileId)));

describe('planImportedChange', () => {
  it('creates a resource instance that is not stored, with all of its tiles and the time of the record', () => {
    const newRecord = record(recordWithTwoTiles.tiles, {
      legacy_id: 'L',
      created_at: '2020-01-01T00:00:00.000Z',
    });
    const change = planImportedChange(newRecord, undefined, nodes);
    expect(change).toMatchObject({
      kind: 'Create',
      version: null,
      legacyId: 'L',
      createdAt: '2020-01-01T00:00:00.000Z',
    });
    expect(change?.tiles.map((one) => one.change)).toEqual(['create', 'create']);
  });

  it('creates a resource instance without tiles', () => {
    expect(planImportedChange(record([]), undefined, nodes)).toMatchObject({
      kind: 'Create',
      legacyId: null,
      tiles: [],
    });
  });

  it('returns no change if the stored data equals the record', () => {
    expect(planImportedChange(recordWithTwoTiles, storedRecord([]), nodes)).toBeUndefined();
  });

  it('returns a change with only the tiles that differ, and with the version that was read', () => {
    const change = planImportedChange(
      recordWithTwoTiles,
      storedRecord([[tileIds[1], 'update']]),
      nodes,
    );
    expect(change).toMatchObject({ kind: 'Update', version: '7', legacyId: undefined });
    expect(change?.tiles.map((one) => [one.tile_id, one.change])).toEqual([[tileIds[1], 'update']]);
  });

  it('keeps the stored legacy id if the record has none', () => {
    const change = planImportedChange(
      recordWithTwoTiles,
      storedRecord([[tileIds[0], 'create']]),
      nodes,
    );
    expect(change?.legacyId).toBeUndefined();
  });

  it('returns a change without tiles if only the legacy id differs', () => {
    const renamed = record(recordWithTwoTiles.tiles, { legacy_id: 'New' });
    expect(planImportedChange(renamed, storedRecord([], true), nodes)).toMatchObject({
      kind: 'Update',
      legacyId: 'New',
      tiles: [],
    });
  });

  it('keeps parents, sort orders, invalid values and provisional edits of tiles', () => {
    const oddColumns = {
      nodegroup_id: PLACE,
      parent_tile_id: tileIds[0],
      sort_order: 5,
      data: { [PLACE]: 'no geometry' },
      provisional_edits: { 3: { action: 'update' } },
    };
    const [change] =
      planImportedChange(record([tile(tileIds[1], oddColumns)]), undefined, nodes)?.tiles ?? [];
    expect(change).toMatchObject({ ...oddColumns, keeps_parent: false });
  });

  describe('with tiles that contain only proposals', () => {
    const onlyProposals = { data: { [NAME]: null }, provisional_edits: { 3: {}, 5: {} } };
    const [upperTileId, lowerTileId] = tileIds;
    const planProposals = (tiles: readonly TileRow[], storedVersion?: StoredRecord) => {
      const change = planImportedChange(record(tiles), storedVersion, nodes);
      return [change?.proposers, change?.tiles.map((one) => one.is_proposed)];
    };

    it('lists the accounts whose proposals a new resource instance contains', () => {
      expect(
        planProposals([tile(upperTileId, onlyProposals), tile(lowerTileId, onlyProposals)]),
      ).toEqual([
        [3, 5],
        [true, true],
      ]);
    });

    it('does not mark a tile with a value as proposed, nor the tiles above it', () => {
      const child = { parent_tile_id: upperTileId };
      expect(planProposals([tile(upperTileId, onlyProposals), tile(lowerTileId)])).toEqual([
        null,
        [true, false],
      ]);
      expect(planProposals([tile(upperTileId, onlyProposals), tile(lowerTileId, child)])).toEqual([
        null,
        [false, false],
      ]);
    });

    it('keeps the mark of a stored tile that contains only proposals', () => {
      expect(
        planProposals([tile(upperTileId, onlyProposals)], storedRecord([[upperTileId, 'update']])),
      ).toEqual([[], [true]]);
    });
  });

  it('lists each language of the written texts once', () => {
    const french = tile(tileIds[1], { data: { [NAME]: { en: { value: 'A' }, fr: {} } } });
    const change = planImportedChange(record([tile(tileIds[0]), french]), undefined, nodes);
    expect(change?.languages).toEqual(['en', 'fr']);
  });
});
