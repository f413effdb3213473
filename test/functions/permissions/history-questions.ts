import { inTurn, type Asking } from './question.ts';
import { notVisible } from './resource-questions.ts';
import { maySee } from './rules.ts';
import { unknownId } from './sentinels.ts';

/** GET /resources/{resource_instance_id}/history, of resource instances that nobody has edited. */
export const historyQuestions: Asking = (world, turn) =>
  inTurn(world.resources, turn, 2).map((resource) => ({
    path: `/resources/${resource.id}/history`,
    expected: (caller) =>
      maySee(world, caller, resource)
        ? { status: 200, sentinels: new Set([resource.id]), says: ['"edits":[]'] }
        : notVisible(world, caller, `/resources/${unknownId}/history`),
  }));
