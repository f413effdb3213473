import { inTurn, type Asking, type Questions } from './question.ts';
import { notVisible } from './resource-questions.ts';
import { mayChange, mayDelete, maySee } from './rules.ts';
import { unknownId } from './sentinels.ts';

/** GET /api/instance_permissions. */
const permissionQuestions: Asking = (world, turn) =>
  inTurn(world.resources, turn, 3).map((resource) => ({
    path: `/api/instance_permissions?resourceinstanceid=${resource.id}`,
    expected: (caller) => {
      if (!maySee(world, caller, resource)) {
        const like = `/api/instance_permissions?resourceinstanceid=${unknownId}`;
        return notVisible(world, caller, like);
      }
      const edit = mayChange(world, caller, resource);
      const says = [`{"read":true,"edit":${edit},"delete":${mayDelete(world, caller)}}`];
      return { status: 200, sentinels: new Set(), says };
    },
  }));

export const questions: Questions = { 'get-instance-permissions': permissionQuestions };
