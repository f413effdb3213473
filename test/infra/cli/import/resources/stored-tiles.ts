import { readRecordTexts } from '../../../../../infra/cli/import/resources/read-record-texts.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { isObject } from '../../../../../lib/model/datatypes/values/json-values.ts';
import { readJsonParts } from '../importing.ts';

type Tiles = ReadonlyMap<string, unknown>;

/** Every tile of the database in the columns of an export, by id. */
export async function readStoredTiles(dataApi: DataApi): Promise<Tiles> {
  const tiles = await readJsonParts(
    dataApi,
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
  return indexById(tiles);
}

/** Every tile of business data files, by id. */
export async function readTilesOfFiles(files: readonly string[]): Promise<Tiles> {
  const tiles: unknown[] = [];
  for (const file of files) {
    for await (const { text } of readRecordTexts(file)) {
      const record: unknown = JSON.parse(text);
      if (isObject(record) && Array.isArray(record['tiles'])) tiles.push(...record['tiles']);
    }
  }
  return indexById(tiles);
}

function indexById(tiles: readonly unknown[]): Tiles {
  return new Map(tiles.map((tile) => [isObject(tile) ? String(tile['tileid']) : '', tile]));
}

/** The geometries of all feature collections in tiles. */
export function findGeometries(tiles: Tiles): readonly unknown[] {
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

/** Values as sorted texts. Equal values have equal texts. */
export function toSortedTexts(values: readonly unknown[]): readonly string[] {
  return values.map((value) => JSON.stringify(sortKeys(value))).toSorted();
}

/** A value with the keys of its objects sorted, because jsonb does not keep their order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  );
}
