import type { TreeTile } from '../../../../lib/model/resources/resource-tree.ts';
import { isLosslessNumber } from '../../../../lib/json/lossless-json.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';

/** A value as JSON with sorted keys, and with every digit of its numbers. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value) || isLosslessNumber(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key])]),
  );
}

/** The values of a tile without null values. */
function valuesOf({ data }: TreeTile): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== null && value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([nodeId, value]) => [nodeId, canonicalJson(value)]),
  );
}

/** Tiles by id, without their order and null values, so that equal tiles give equal records. */
export function tilesById(tiles: readonly TreeTile[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    tiles
      .toSorted((one, other) => (one.tileId < other.tileId ? -1 : 1))
      .map((tile) => [
        tile.tileId,
        {
          nodegroupId: tile.nodegroupId,
          parentTileId: tile.parentTileId,
          values: valuesOf(tile),
        },
      ]),
  );
}

type Tree = {
  readonly nodegroupId: string;
  readonly values: Readonly<Record<string, string>>;
  readonly below: readonly Tree[];
};

/** Tiles as sorted trees without ids, so that tiles that differ only in ids and order give equal trees. */
export function withoutIds(tiles: readonly TreeTile[]): readonly Tree[] {
  const byParent = Map.groupBy(tiles, ({ parentTileId }) => parentTileId);
  const treesBelow = (parent: string | null): readonly Tree[] =>
    (byParent.get(parent) ?? [])
      .map((tile) => ({
        nodegroupId: tile.nodegroupId,
        values: valuesOf(tile),
        below: treesBelow(tile.tileId),
      }))
      .map((tree) => ({ tree, key: JSON.stringify(tree) }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ tree }) => tree);
  return treesBelow(null);
}
