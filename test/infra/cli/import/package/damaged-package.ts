import * as z from 'zod';

import { parseLossless } from '../../../../../lib/json/lossless-json.ts';
import { NOWHERE } from '../resources/damaged-record.ts';

const tile = z.looseObject({
  tileid: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullish(),
  data: z.record(z.string(), z.unknown()),
});
const record = z.looseObject({
  resourceinstance: z.looseObject({ resourceinstanceid: z.string() }),
  tiles: z.array(tile),
});

type Tile = z.infer<typeof tile>;
type PackageRecord = z.infer<typeof record>;
type Tiles = ReadonlyMap<string, unknown>;

/** Damaged business data, and its tiles before the damage. */
export type DamagedPackage = {
  /** The content of a business data document. */
  readonly text: string;
  /** All tiles before the damage, in the columns of an export, by id. */
  readonly wholeTiles: Tiles;
  /** The sound parts of the tiles that can be kept. */
  readonly soundTiles: Tiles;
  /** Ids of the tiles that cannot be kept completely. */
  readonly damagedTileIds: ReadonlySet<string>;
  /** The number of repeated records and tiles. */
  readonly repeatCount: number;
};

/** Texts that replace a value: malformed JSON, a text that cannot be stored, or no value at all. */
const badValues: readonly string[] = ['NaN', '"a\\u0000"', '"\\ud800"', '{"a": [1 2]}', '"\n"', ''];

/**
 * Damages records: a bad value in every tenth, a repeated record or tile in every seventh, and an unknown parent tile.
 * @param texts JSON of each record
 */
export function damageRecords(texts: readonly string[]): DamagedPackage {
  const records = texts.map((text) => record.parse(parseLossless(text)));
  const wholeTiles = new Map(records.flatMap(toRows));
  const soundTiles = new Map(wholeTiles);
  const damagedTileIds = new Set<string>();
  let repeatCount = 0;
  let hasOrphan = false;
  const damagedTexts = records.map((source, index) => {
    if (index % 10 === 0) return withBadValue(source, index / 10, soundTiles, damagedTileIds);
    if (index % 7 === 0) {
      repeatCount += 1;
      const [first] = source.tiles;
      const text = JSON.stringify(source);
      if (index % 2 === 0 || first === undefined) return `${text},${text}`;
      return JSON.stringify({ ...source, tiles: [...source.tiles, first] });
    }
    const child = source.tiles.find((one) => one.parenttile_id != null);
    if (hasOrphan || child === undefined) return JSON.stringify(source);
    hasOrphan = true;
    for (const id of withTilesBelow(child, source.tiles)) {
      damagedTileIds.add(id);
      soundTiles.delete(id);
    }
    const tiles = source.tiles.map((one) =>
      one === child ? { ...one, parenttile_id: NOWHERE } : one,
    );
    return JSON.stringify({ ...source, tiles });
  });
  const text = `{"business_data": {"resources": [${damagedTexts.join(',\n')}]}}`;
  return { text, wholeTiles, soundTiles, damagedTileIds, repeatCount };
}

function withBadValue(
  source: PackageRecord,
  badValueIndex: number,
  soundTiles: Map<string, unknown>,
  damagedTileIds: Set<string>,
): string {
  const chosenTile = source.tiles.find(({ data }) => Object.keys(data).length > 0);
  const [nodeId] = Object.keys(chosenTile?.data ?? {});
  if (chosenTile === undefined || nodeId === undefined) return JSON.stringify(source);
  damagedTileIds.add(chosenTile.tileid);
  const { [nodeId]: _bad, ...soundData } = chosenTile.data;
  for (const [id, row] of toRows({ ...source, tiles: [{ ...chosenTile, data: soundData }] }))
    soundTiles.set(id, row);
  const markedTile = { ...chosenTile, data: { ...chosenTile.data, [nodeId]: '@bad value@' } };
  const tiles = source.tiles.map((one) => (one === chosenTile ? markedTile : one));
  const badValue = badValues[badValueIndex % badValues.length] ?? '';
  return JSON.stringify({ ...source, tiles }).replace('"@bad value@"', () => badValue);
}

function toRows({
  resourceinstance,
  tiles,
}: PackageRecord): readonly (readonly [string, unknown])[] {
  return tiles.map((tileOfRecord) => [
    tileOfRecord.tileid,
    {
      tileid: tileOfRecord.tileid,
      resourceinstance_id: resourceinstance.resourceinstanceid,
      nodegroup_id: tileOfRecord.nodegroup_id,
      parenttile_id: tileOfRecord.parenttile_id ?? null,
      sortorder: tileOfRecord['sortorder'] ?? null,
      data: tileOfRecord.data,
      provisionaledits: tileOfRecord['provisionaledits'] ?? null,
    },
  ]);
}

function withTilesBelow({ tileid }: Tile, tiles: readonly Tile[]): readonly string[] {
  const children = tiles.filter(({ parenttile_id: parent }) => parent === tileid);
  return [tileid, ...children.flatMap((child) => withTilesBelow(child, tiles))];
}
