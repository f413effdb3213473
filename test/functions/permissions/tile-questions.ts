import { inTurn, type Asking, type Questions, type Question } from './question.ts';
import { inTile, notVisible } from './resource-questions.ts';
import { maySee, readableTiles } from './rules.ts';
import { unknownId } from './sentinels.ts';
import {
  nodegroupsOf,
  theOne,
  type Caller,
  type Resource,
  type Tile,
  type World,
} from './world.ts';

type Placed = { readonly resource: Resource; readonly tile: Tile };

function tilesOf(world: World): readonly Placed[] {
  return world.resources.flatMap((resource) => resource.tiles.map((tile) => ({ resource, tile })));
}

/** The tiles of a resource instance that exist for a caller. */
function shownTiles(world: World, caller: Caller, resource: Resource): readonly Tile[] {
  return maySee(world, caller, resource) ? readableTiles(world, caller, resource) : [];
}

/** GET /api/tiles/{tile_id}. */
const tileQuestions: Asking = (world, turn) =>
  inTurn(tilesOf(world), turn, 4).map(({ resource, tile }): Question => ({
    path: `/api/tiles/${tile.id}`,
    expected: (caller) => {
      const shown = shownTiles(world, caller, resource);
      if (!shown.includes(tile)) return notVisible(world, caller, `/api/tiles/${unknownId}`);
      const readable = new Set(shown.map(({ id }) => id));
      return {
        status: 200,
        sentinels: new Set([resource.id, ...inTile(world, caller, tile, readable)]),
      };
    },
  }));

/** GET /tile/{tile_id}/node/{node_id}: of nodes of the tile's nodegroup, and of another. */
const tileNodeQuestions: Asking = (world, turn) => {
  const others = inTurn(nodegroupsOf(world), turn, 1);
  return inTurn(tilesOf(world), turn, 2).flatMap(({ resource, tile }) => {
    const own = theOne(nodegroupsOf(world), tile.nodegroupId);
    return [own, ...others].flatMap((nodegroup) =>
      inTurn(nodegroup.nodes, turn, 1).map(({ id }) => tileNode(world, resource, tile, id)),
    );
  });
};

function tileNode(world: World, resource: Resource, tile: Tile, nodeId: string): Question {
  const { nodes } = theOne(nodegroupsOf(world), tile.nodegroupId);
  return {
    path: `/tile/${tile.id}/node/${nodeId}`,
    expected: (caller) =>
      shownTiles(world, caller, resource).includes(tile) && nodes.some(({ id }) => id === nodeId)
        ? { status: 303, sentinels: new Set([resource.id]) }
        : notVisible(world, caller, `/tile/${unknownId}/node/${unknownId}`),
  };
}

export const questions: Questions = {
  'get-tile': tileQuestions,
  'see-tile-node': tileNodeQuestions,
};
