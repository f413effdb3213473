import type { Access } from '../../../support/world/access.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';
import { tileSentinels, notVisibleAnswer } from './resource.ts';
import { unknownId } from '../../../support/world/sentinels.ts';
import {
  listReadableTiles,
  listNodegroups,
  findById,
  type WorldResource,
  type WorldTile,
  type World,
} from '../../../support/world/world.ts';

type PlacedTile = { readonly resource: WorldResource; readonly tile: WorldTile };

function tilesOf(world: World): readonly PlacedTile[] {
  return world.resources.flatMap((resource) => resource.tiles.map((tile) => ({ resource, tile })));
}

function readableTilesOf(access: Access, resource: WorldResource): readonly WorldTile[] {
  return access.maySee(resource.id) ? listReadableTiles(access, resource) : [];
}

/** GET /api/tiles/{tile_id}. */
const tileRequests: ChooseRequests = (world, turn) =>
  rotate(tilesOf(world), turn, 4).map(({ resource, tile }): WalkRequest => ({
    path: `/api/tiles/${tile.id}`,
    expected: (access) => {
      const readableTilesOfResource = readableTilesOf(access, resource);
      if (!readableTilesOfResource.includes(tile))
        return notVisibleAnswer(access, `/api/tiles/${unknownId}`);
      const readableIds = new Set(readableTilesOfResource.map(({ id }) => id));
      return {
        status: 200,
        sentinels: new Set([resource.id, ...tileSentinels(access, tile, readableIds)]),
      };
    },
  }));

/** GET /tile/{tile_id}/node/{node_id}, for nodes of the tile's nodegroup and of another. */
const tileNodeRequests: ChooseRequests = (world, turn) => {
  const otherNodegroups = rotate(listNodegroups(world), turn, 1);
  return rotate(tilesOf(world), turn, 2).flatMap(({ resource, tile }) => {
    const ownNodegroup = findById(listNodegroups(world), tile.nodegroupId);
    return [ownNodegroup, ...otherNodegroups].flatMap((nodegroup) =>
      rotate(nodegroup.nodes, turn, 1).map(({ id }) => tileNodeRequest(world, resource, tile, id)),
    );
  });
};

function tileNodeRequest(
  world: World,
  resource: WorldResource,
  tile: WorldTile,
  nodeId: string,
): WalkRequest {
  const { nodes } = findById(listNodegroups(world), tile.nodegroupId);
  return {
    path: `/tile/${tile.id}/node/${nodeId}`,
    expected: (access) =>
      readableTilesOf(access, resource).includes(tile) && nodes.some(({ id }) => id === nodeId)
        ? { status: 303, sentinels: new Set([resource.id]) }
        : notVisibleAnswer(access, `/tile/${unknownId}/node/${unknownId}`),
  };
}

export const requests: RequestsByOperation = {
  'get-tile': tileRequests,
  'see-tile-node': tileNodeRequests,
};
