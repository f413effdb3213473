import { asList, isObject, type JsonObject } from '../../model/datatypes/values/json-values.ts';

/** A geometry of a tile, with its nodegroup. */
export type TileGeometry = {
  readonly nodegroupId: string;
  readonly features: readonly JsonObject[];
};

/** The parts of a tile record that search answers use. */
export type ReadTile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly data: JsonObject;
};

/** Reads the list of tile records of a resource instance. */
export const parseTiles = (text: string): readonly ReadTile[] => JSON.parse(text);

/** Lists the feature collections in the values of tiles. */
export function listTileGeometries(tiles: readonly ReadTile[]): readonly TileGeometry[] {
  return tiles.flatMap(({ nodegroup_id: nodegroupId, data }) =>
    Object.values(data).flatMap((value) => {
      if (!isObject(value) || value['type'] !== 'FeatureCollection') return [];
      const features = asList(value['features']).filter(isObject);
      return features.length === 0 ? [] : [{ nodegroupId, features }];
    }),
  );
}

function listPositions(coordinates: unknown): readonly (readonly [number, number])[] {
  if (!Array.isArray(coordinates)) return [];
  const [first, second]: readonly unknown[] = coordinates;
  return typeof first === 'object'
    ? coordinates.flatMap(listPositions)
    : [[Number(first), Number(second)]];
}

/** The middle of the box around a feature. @returns undefined for a feature without positions */
export function middleOf(
  feature: JsonObject,
): { readonly lon: number; readonly lat: number } | undefined {
  const { geometry } = feature;
  if (!isObject(geometry)) return undefined;
  const positions = [geometry, ...asList(geometry['geometries']).filter(isObject)].flatMap((part) =>
    listPositions(part['coordinates']),
  );
  const [first] = positions;
  if (first === undefined) return undefined;
  const middle = (axis: 0 | 1): number => {
    let [least, most] = [first[axis], first[axis]];
    for (const position of positions) {
      least = Math.min(least, position[axis]);
      most = Math.max(most, position[axis]);
    }
    return (least + most) / 2;
  };
  return { lon: middle(0), lat: middle(1) };
}
