import type { Access } from '../../../support/world/access.ts';
import {
  rotate,
  type RequestsOf,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';
import { tileSentinels, notVisibleAnswer } from './resource.ts';
import { unknownId } from '../../../support/world/sentinels.ts';
import {
  readableTiles,
  nodegroupsOf,
  findById,
  type WorldResource,
  type WorldTile,
  type World,
} from '../../../support/world/world.ts';

type Placed = { readonly resource: WorldResource; readonly tile: WorldTile };

function tilesOf(world: World): readonly Placed[] {
  return world.resources.flatMap((resource) => resource.tiles.map((tile) => ({ resource, tile })));
}

function shownTiles(access: Access, resource: WorldResource): readonly WorldTile[] {
  return access.maySee(resource.id) ? readableTiles(access, resource) : [];
}

/** GET /api/tiles/{tile_id}. */
const tileRequests: RequestsOf = (world, turn) =>
  rotate(tilesOf(world), turn, 4).map(({ resource, tile }): WalkRequest => ({
    path: `/api/tiles/${tile.id}`,
    expected: (access) => {
      const shown = shownTiles(access, resource);
      if (!shown.includes(tile)) return notVisibleAnswer(access, `/api/tiles/${unknownId}`);
      const readable = new Set(shown.map(({ id }) => id));
      return {
        status: 200,
        sentinels: new Set([resource.id, ...tileSentinels(access, tile, readable)]),
      };
    },
  }));

/** GET /tile/{tile_id}/node/{node_id}, for nodes of the tile's nodegroup and of another. */
const tileNodeRequests: RequestsOf = (world, turn) => {
  const others = rotate(nodegroupsOf(world), turn, 1);
  return rotate(tilesOf(world), turn, 2).flatMap(({ resource, tile }) => {
    const own = findById(nodegroupsOf(world), tile.nodegroupId);
    return [own, ...others].flatMap((nodegroup) =>
      rotate(nodegroup.nodes, turn, 1).map(({ id }) => tileNode(world, resource, tile, id)),
    );
  });
};

function tileNode(
  world: World,
  resource: WorldResource,
  tile: WorldTile,
  nodeId: string,
): WalkRequest {
  const { nodes } = findById(nodegroupsOf(world), tile.nodegroupId);
  return {
    path: `/tile/${tile.id}/node/${nodeId}`,
    expected: (access) =>
      shownTiles(access, resource).includes(tile) && nodes.some(({ id }) => id === nodeId)
        ? { status: 303, sentinels: new Set([resource.id]) }
        : notVisibleAnswer(access, `/tile/${unknownId}/node/${unknownId}`),
  };
}

export const requests: RequestsByOperation = {
  'get-tile': tileRequests,
  'see-tile-node': tileNodeRequests,
};
