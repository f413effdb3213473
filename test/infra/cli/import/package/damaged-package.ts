import * as z from 'zod';

import { parseLossless } from '../../../../../lib/json/lossless-json.ts';
import { NOWHERE } from '../resources/damaged-records.ts';

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
  readonly whole: Tiles;
  /** The sound parts of the tiles that can be kept. */
  readonly sound: Tiles;
  /** Ids of the tiles that cannot be kept completely. */
  readonly damaged: ReadonlySet<string>;
  /** The number of repeated records and tiles. */
  readonly repeats: number;
};

/** Texts that replace a value: malformed JSON, a text that cannot be stored, or no value at all. */
const badValues: readonly string[] = ['NaN', '"a\\u0000"', '"\\ud800"', '{"a": [1 2]}', '"\n"', ''];

/**
 * Damages records: a bad value in every tenth, a repeated record or tile in every seventh, and an unknown parent tile.
 * @param texts JSON of each record
 */
export function damageRecords(texts: readonly string[]): DamagedPackage {
  const records = texts.map((text) => record.parse(parseLossless(text)));
  const whole = new Map(records.flatMap(toRows));
  const sound = new Map(whole);
  const damaged = new Set<string>();
  let repeats = 0;
  let hasOrphan = false;
  const damagedTexts = records.map((found, index) => {
    if (index % 10 === 0) return withBadValue(found, index / 10, sound, damaged);
    if (index % 7 === 0) {
      repeats += 1;
      const [first] = found.tiles;
      const text = JSON.stringify(found);
      if (index % 2 === 0 || first === undefined) return `${text},${text}`;
      return JSON.stringify({ ...found, tiles: [...found.tiles, first] });
    }
    const child = found.tiles.find((one) => one.parenttile_id != null);
    if (hasOrphan || child === undefined) return JSON.stringify(found);
    hasOrphan = true;
    for (const id of withTilesBelow(child, found.tiles)) {
      damaged.add(id);
      sound.delete(id);
    }
    const tiles = found.tiles.map((one) =>
      one === child ? { ...one, parenttile_id: NOWHERE } : one,
    );
    return JSON.stringify({ ...found, tiles });
  });
  const text = `{"business_data": {"resources": [${damagedTexts.join(',\n')}]}}`;
  return { text, whole, sound, damaged, repeats };
}

function withBadValue(
  found: PackageRecord,
  count: number,
  sound: Map<string, unknown>,
  damaged: Set<string>,
): string {
  const chosen = found.tiles.find(({ data }) => Object.keys(data).length > 0);
  const [nodeId] = Object.keys(chosen?.data ?? {});
  if (chosen === undefined || nodeId === undefined) return JSON.stringify(found);
  damaged.add(chosen.tileid);
  const { [nodeId]: _bad, ...soundData } = chosen.data;
  for (const [id, row] of toRows({ ...found, tiles: [{ ...chosen, data: soundData }] }))
    sound.set(id, row);
  const marked = { ...chosen, data: { ...chosen.data, [nodeId]: '@bad value@' } };
  const tiles = found.tiles.map((one) => (one === chosen ? marked : one));
  const bad = badValues[count % badValues.length] ?? '';
  return JSON.stringify({ ...found, tiles }).replace('"@bad value@"', () => bad);
}

function toRows({
  resourceinstance,
  tiles,
}: PackageRecord): readonly (readonly [string, unknown])[] {
  return tiles.map((found) => [
    found.tileid,
    {
      tileid: found.tileid,
      resourceinstance_id: resourceinstance.resourceinstanceid,
      nodegroup_id: found.nodegroup_id,
      parenttile_id: found.parenttile_id ?? null,
      sortorder: found['sortorder'] ?? null,
      data: found.data,
      provisionaledits: found['provisionaledits'] ?? null,
    },
  ]);
}

function withTilesBelow({ tileid }: Tile, tiles: readonly Tile[]): readonly string[] {
  const children = tiles.filter(({ parenttile_id: parent }) => parent === tileid);
  return [tileid, ...children.flatMap((child) => withTilesBelow(child, tiles))];
}
