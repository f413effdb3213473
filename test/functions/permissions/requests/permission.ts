import { rotate, type ChooseRequests, type RequestsByOperation } from '../walk-request.ts';
import { notVisibleAnswer } from './resource.ts';
import { unknownId } from '../../../support/world/sentinels.ts';

/** GET /api/instance_permissions. */
const permissionRequests: ChooseRequests = (world, turn) =>
  rotate(world.resources, turn, 3).map((resource) => ({
    path: `/api/instance_permissions?resourceinstanceid=${resource.id}`,
    expected: (access) => {
      if (!access.maySee(resource.id)) {
        const sameAs = `/api/instance_permissions?resourceinstanceid=${unknownId}`;
        return notVisibleAnswer(access, sameAs);
      }
      const mayEdit = access.resourceRights(resource.id).change;
      const includes = [`{"read":true,"edit":${mayEdit},"delete":${access.isAdministrator}}`];
      return { status: 200, sentinels: new Set(), includes: includes };
    },
  }));

export const requests: RequestsByOperation = { 'get-instance-permissions': permissionRequests };
