import type { TreeTile } from '../../../../lib/model/resources/resource-tree.ts';
import { isLosslessNumber } from '../../../../lib/json/lossless-json.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';

/** A value with the members of its objects in order, and every digit of its numbers. */
export function canonical(value: unknown): string {
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

/** What a tile holds; a node without a value counts as one that is not there. */
function valuesOf({ data }: TreeTile): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== null && value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([nodeId, value]) => [nodeId, canonical(value)]),
  );
}

/** Tiles by id, without what makes no difference: their order, and nulls. Equal tiles give equal records. */
export function byId(tiles: readonly TreeTile[]): Readonly<Record<string, unknown>> {
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

/** Tiles as trees without their ids, in an order of their own. Tiles that differ in their ids and order alone give equal trees. */
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
