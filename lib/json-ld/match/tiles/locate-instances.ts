// The folder tiles/ finds the tile of each instance, stored or new, and the stored tiles that are missing in the document.

import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { valueFormOf } from '../document/value-form.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import { canBeMissing, type ModelNode } from '../match-model.ts';
import { createOtherTileProblem, createTooManyValuesProblem } from '../match-problems.ts';
import type { StoredIndex } from '../stored/stored-index.ts';
import type { InstanceContent } from '../values/contents.ts';
import type { DocumentTile } from './document-tiles.ts';
import { findTile } from './find-tile.ts';
import { isInstanceWritten } from './missing-tiles.ts';
import { pairInstances, pairEqualInstances } from './pair-instances.ts';
import { joinToOneInstance, groupByTile, type TileGroups } from './group-by-tile.ts';

/** The tile of an instance of a node, or null, and the value groups that stand for the instance. */
export type InstanceLocation = {
  readonly tile: DocumentTile | null;
  readonly groups: readonly ValueGroup[];
};

/**
 * Finds the tiles of all instances of a node below one instance of its parent.
 * @rule Writing: Which stored tile does a value of a JSON-LD document without a tile id continue?
 */
export function locateInstances(
  matching: MatchingState,
  parent: PlacedInstance,
  node: ModelNode,
  groups: readonly ValueGroup[],
): readonly InstanceLocation[] {
  return node.beginsTile
    ? locateInOwnTiles(matching, parent, node, groups)
    : locateInParentTile(matching, parent, node, groups);
}

/** Locates the instance of a node whose parent is in the same tile, or that belongs to no tile. */
function locateInParentTile(
  matching: MatchingState,
  parent: PlacedInstance,
  node: ModelNode,
  groups: readonly ValueGroup[],
): readonly InstanceLocation[] {
  const tile = node.nodegroup === null ? null : parent.tile;
  const groupsInTile = groups.filter(({ uri, pointer }) => {
    const namedTileId = uri?.nodeId === node.nodeId ? uri.tileId : null;
    const tileId = tile === null ? null : (tile.idInDocument ?? tile.tileId);
    if (namedTileId === null || tileId === null || namedTileId === tileId) return true;
    matching.problems.push(createOtherTileProblem(node, namedTileId, tileId, pointer));
    return false;
  });
  return groupsInTile.length === 0
    ? []
    : [{ tile, groups: joinToOneInstance(matching, node, groupsInTile) }];
}

/** Locates the instances of a node that begins tiles. */
function locateInOwnTiles(
  matching: MatchingState,
  parent: PlacedInstance,
  node: ModelNode,
  groups: readonly ValueGroup[],
): readonly InstanceLocation[] {
  const { index, contents, input, problems, workLimit } = matching;
  const storedInstances = index.childrenOf(parent.storedInstance, node.nodeId);
  const isSingle = node.maxInstances === 1 && storedInstances.length < 2;
  const tileIdByGroup = new Map(
    groups.map((group) => [group, findNamedTileId(group, node, matching) ?? null]),
  );
  const namedTileIds = new Set(tileIdByGroup.values());
  const freeInstances = storedInstances.filter(
    (instance) =>
      !namedTileIds.has(instance.tileId) && canBeContinued(matching, instance, isSingle),
  );
  const groupsByTile = groupByTile(matching, node, tileIdByGroup, freeInstances, isSingle);
  const unnamedTiles = groupsByTile.filter(({ idInDocument }) => idInDocument === null);
  const contentOf = ({ groups }: TileGroups): InstanceContent =>
    contents.ofValues(
      groups.flatMap(({ values }) => values),
      node,
    );
  // Stored tiles that the document can leave out stay unchanged, unless the document repeats their content.
  const pairs =
    !isSingle && canBeMissing(node, input.hiddenNodegroups)
      ? pairEqualInstances(unnamedTiles, contentOf, freeInstances, contents)
      : pairInstances(unnamedTiles, contentOf, freeInstances, contents, workLimit);
  const maxInstances = Math.max(node.maxInstances, storedInstances.length);
  for (const { groups } of groupsByTile.slice(maxInstances))
    problems.push(createTooManyValuesProblem(node, groups[0]?.pointer ?? ''));
  return groupsByTile.slice(0, maxInstances).flatMap((groupsOfTile) => {
    const { idInDocument, groups } = groupsOfTile;
    const pointer = groups[0]?.pointer ?? '';
    const tile = findTile(matching, parent, node, {
      idInDocument,
      continuedInstance: pairs.get(groupsOfTile),
      pointer,
    });
    return tile === undefined ? [] : [{ tile, groups }];
  });
}

/** Whether groups without an id can continue a stored tile. A tile that the shape of the document cannot express stays unchanged. */
function canBeContinued(
  matching: MatchingState,
  instance: NodeInstance,
  isSingle: boolean,
): boolean {
  const { namedTileIds, tiles } = matching;
  const { tileId } = instance;
  if (tileId === null || namedTileIds.has(tileId)) return false;
  if (tiles.byId(tileId)?.placedNodes.has(instance.node.nodeId) === true) return false;
  return isSingle || isInstanceWritten(matching, instance);
}

/**
 * Returns the id of the tile that a group names, if it stands for a node that begins tiles. The group names it in its own `@id`, or in
 * the `@id` of a child, which is in the same tile or in a tile that is stored below it.
 */
function findNamedTileId(
  { uri, values }: ValueGroup,
  node: ModelNode,
  { uris, model, index }: MatchingState,
): string | undefined {
  if (uri !== undefined && uri.nodeId === node.nodeId) return uri.tileId ?? undefined;
  for (const value of values) {
    if (value.kind === 'literal' || valueFormOf(value, node, uris) === undefined) continue;
    for (const nested of value.properties.flatMap((property) => property.values)) {
      const nestedUri = nested.kind === 'node' ? uris.parseNodeUri(nested.id) : undefined;
      const child = nestedUri && model.nodes.get(nestedUri.nodeId);
      if (nestedUri === undefined || child?.parent !== node || nestedUri.tileId === null) continue;
      const tileId = child.beginsTile
        ? findStoredParentTileId(nestedUri.tileId, node, index)
        : nestedUri.tileId;
      if (tileId !== undefined) return tileId;
    }
  }
  return undefined;
}

/** Returns the id of the stored parent tile of a tile, if that parent is in the nodegroup of the node. */
function findStoredParentTileId(
  tileId: string,
  node: ModelNode,
  { tiles }: StoredIndex,
): string | undefined {
  const parent = tiles.get(tiles.get(tileId)?.parentTileId ?? '');
  return parent?.nodegroupId === node.nodegroup?.nodegroupId ? parent?.tileId : undefined;
}
