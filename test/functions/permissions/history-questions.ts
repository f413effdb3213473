import { inTurn, type Asking } from './question.ts';
import { inTile, notVisible } from './resource-questions.ts';
import { maySee, readableTiles } from './rules.ts';
import { unknownId } from './sentinels.ts';

/** GET /resources/{resource_instance_id}/history, of resource instances that were created and not edited since. */
export const historyQuestions: Asking = (world, turn) =>
  inTurn(world.resources, turn, 2).map((resource) => ({
    path: `/resources/${resource.id}/history`,
    expected: (caller) => {
      if (!maySee(world, caller, resource)) {
        return notVisible(world, caller, `/resources/${unknownId}/history`);
      }
      // An edit does not tell where its tile hangs.
      const created = readableTiles(world, caller, resource).flatMap((tile) =>
        inTile(world, caller, tile, new Set()),
      );
      return { status: 200, sentinels: new Set([resource.id, ...created]) };
    },
  }));
