// The folder tiles/ finds the tile of each instance, stored or new, and the stored tiles that are missing in the document.

import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { formOf } from '../document/forms.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import { mayBeMissing, type ModelNode } from '../model.ts';
import { otherTile, tooManyValues } from '../problems.ts';
import type { StoredIndex } from '../stored/stored-index.ts';
import type { InstanceContent } from '../values/contents.ts';
import type { DocumentTile } from './document-tiles.ts';
import { findTile } from './find-tile.ts';
import { isInstanceWritten } from './missing.ts';
import { pair, pairEqual } from './pairing.ts';
import { oneInstance, tileGroups, type TileGroups } from './tile-groups.ts';

/** The tile of an instance of a node, or null, and the value groups that stand for the instance. */
export type InstancePlace = {
  readonly tile: DocumentTile | null;
  readonly groups: readonly ValueGroup[];
};

/** Finds the tiles of all instances of a node below one instance of its parent. */
export function instancePlaces(
  matching: Matching,
  parent: PlacedInstance,
  node: ModelNode,
  groups: readonly ValueGroup[],
): readonly InstancePlace[] {
  return node.beginsTile
    ? placesInTiles(matching, parent, node, groups)
    : placeInParentTile(matching, parent, node, groups);
}

/** Locates the instance of a node whose parent is in the same tile, or that belongs to no tile. */
function placeInParentTile(
  matching: Matching,
  parent: PlacedInstance,
  node: ModelNode,
  groups: readonly ValueGroup[],
): readonly InstancePlace[] {
  const tile = node.nodegroup === null ? null : parent.tile;
  const here = groups.filter(({ uri, pointer }) => {
    const named = uri?.nodeId === node.nodeId ? uri.tileId : null;
    const tileId = tile === null ? null : (tile.givenId ?? tile.tileId);
    if (named === null || tileId === null || named === tileId) return true;
    matching.problems.push(otherTile(node, named, tileId, pointer));
    return false;
  });
  return here.length === 0 ? [] : [{ tile, groups: oneInstance(matching, node, here) }];
}

/** Locates the instances of a node that begins tiles. */
function placesInTiles(
  matching: Matching,
  parent: PlacedInstance,
  node: ModelNode,
  groups: readonly ValueGroup[],
): readonly InstancePlace[] {
  const { index, contents, input, problems, workLimit } = matching;
  const stored = index.children(parent.stored, node.nodeId);
  const isSingle = node.mostInstances === 1 && stored.length < 2;
  const tileIds = new Map(groups.map((group) => [group, namedTile(group, node, matching) ?? null]));
  const named = new Set(tileIds.values());
  const pool = stored.filter(
    (instance) => !named.has(instance.tileId) && isFree(matching, instance, isSingle),
  );
  const all = tileGroups(matching, node, tileIds, pool, isSingle);
  const unnamed = all.filter(({ givenId }) => givenId === null);
  const contentOf = ({ groups }: TileGroups): InstanceContent =>
    contents.ofValues(
      groups.flatMap(({ values }) => values),
      node,
    );
  // Stored tiles that the document can leave out stay unchanged, unless the document repeats their content.
  const pairs =
    !isSingle && mayBeMissing(node, input.hidden)
      ? pairEqual(unnamed, contentOf, pool, contents)
      : pair(unnamed, contentOf, pool, contents, workLimit);
  const most = Math.max(node.mostInstances, stored.length);
  for (const { groups } of all.slice(most))
    problems.push(tooManyValues(node, groups[0]?.pointer ?? ''));
  return all.slice(0, most).flatMap((one) => {
    const { givenId, groups } = one;
    const pointer = groups[0]?.pointer ?? '';
    const tile = findTile(matching, parent, node, { givenId, continued: pairs.get(one), pointer });
    return tile === undefined ? [] : [{ tile, groups }];
  });
}

/** Whether groups without an id can continue a stored tile. A tile that the shape of the document cannot express stays unchanged. */
function isFree(matching: Matching, instance: NodeInstance, isSingle: boolean): boolean {
  const { namedTiles, tiles } = matching;
  const { tileId } = instance;
  if (tileId === null || namedTiles.has(tileId)) return false;
  if (tiles.byId(tileId)?.placedNodes.has(instance.node.nodeId) === true) return false;
  return isSingle || isInstanceWritten(matching, instance);
}

/**
 * Returns the id of the tile that a group names, if it stands for a node that begins tiles. The group names it in its own `@id`, or in
 * the `@id` of a child, which is in the same tile or in a tile that is stored below it.
 */
function namedTile(
  { uri, values }: ValueGroup,
  node: ModelNode,
  { uris, model, index }: Matching,
): string | undefined {
  if (uri !== undefined && uri.nodeId === node.nodeId) return uri.tileId ?? undefined;
  for (const value of values) {
    if (value.kind === 'literal' || formOf(value, node, uris) === undefined) continue;
    for (const nested of value.properties.flatMap((property) => property.values)) {
      const nestedUri = nested.kind === 'node' ? uris.node(nested.id) : undefined;
      const child = nestedUri && model.nodes.get(nestedUri.nodeId);
      if (nestedUri === undefined || child?.parent !== node || nestedUri.tileId === null) continue;
      const tileId = child.beginsTile
        ? storedParent(nestedUri.tileId, node, index)
        : nestedUri.tileId;
      if (tileId !== undefined) return tileId;
    }
  }
  return undefined;
}

/** Returns the id of the stored parent tile of a tile, if that parent is in the nodegroup of the node. */
function storedParent(tileId: string, node: ModelNode, { tiles }: StoredIndex): string | undefined {
  const parent = tiles.get(tiles.get(tileId)?.parentTileId ?? '');
  return parent?.nodegroupId === node.nodegroup?.nodegroupId ? parent?.tileId : undefined;
}
