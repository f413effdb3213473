import { readRecordTexts } from '../../../../../infra/cli/import/resources/read-record-texts.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { isObject } from '../../../../../lib/model/datatypes/values/json-values.ts';
import { jsonParts } from '../importing.ts';

type Tiles = ReadonlyMap<string, unknown>;

/** Every tile of the database in the columns of an export, by id. */
export async function storedTiles(data: DataApi): Promise<Tiles> {
  const tiles = await jsonParts(
    data,
    rawSql(`select
    row_number() over (order by t.tile_id) as position,
    jsonb_build_object(
      'tileid', t.tile_id,
      'resourceinstance_id', t.resource_id,
      'nodegroup_id', t.nodegroup_id,
      'parenttile_id', t.parent_tile_id,
      'sortorder', t.sort_order,
      'data', t.data,
      'provisionaledits', t.provisional_edits
    )::text as part
  from tile t`),
  );
  return byId(tiles);
}

/** Every tile of business data files, by id. */
export async function tilesOfFiles(files: readonly string[]): Promise<Tiles> {
  const tiles: unknown[] = [];
  for (const file of files) {
    for await (const { text } of readRecordTexts(file)) {
      const record: unknown = JSON.parse(text);
      if (isObject(record) && Array.isArray(record['tiles'])) tiles.push(...record['tiles']);
    }
  }
  return byId(tiles);
}

function byId(tiles: readonly unknown[]): Tiles {
  return new Map(tiles.map((tile) => [isObject(tile) ? String(tile['tileid']) : '', tile]));
}

/** The geometries in the values of tiles. */
export function geometriesIn(tiles: Tiles): readonly unknown[] {
  return [...tiles.values()]
    .filter(isObject)
    .flatMap((tile) =>
      Object.values(isObject(tile['data']) ? tile['data'] : {}).flatMap((value) =>
        isObject(value) && Array.isArray(value['features'])
          ? value['features'].filter(isObject).map((feature) => feature['geometry'])
          : [],
      ),
    );
}

/** Values as texts that are equal if the values are equal, sorted. */
export function inOrder(values: readonly unknown[]): readonly string[] {
  return values.map((value) => JSON.stringify(ordered(value))).toSorted();
}

/** An object with its keys sorted: jsonb does not keep their order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key])]),
  );
}
