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

/** A route about one resource instance, whose answer names nothing else. */
const createResourceRequests =
  (path: string, body: string): ChooseRequests =>
  (world, turn) =>
    rotate(world.resources, turn, 3).map((resource) => ({
      path: `${path}/${resource.id}`,
      expected: (access) =>
        access.maySee(resource.id)
          ? { status: 200, sentinels: new Set(), includes: [body] }
          : notVisibleAnswer(access, `${path}/${unknownId}`),
    }));

/** GET /graph_is_active/{graph_id}. */
const graphIsActiveRequests: ChooseRequests = (world, turn) =>
  rotate(world.models, turn, 2).map(({ graphId }) => ({
    path: `/graph_is_active/${graphId}`,
    expected: (access) =>
      access.mayKnowModel(graphId)
        ? { status: 200, sentinels: new Set(), includes: ['true'] }
        : notVisibleAnswer(access, `/graph_is_active/${unknownId}`),
  }));

export const requests: RequestsByOperation = {
  'get-instance-permissions': permissionRequests,
  'get-resource-state': createResourceRequests('/api/resource_instance_lifecycle_state', 'null'),
  'get-resource-identifiers': createResourceRequests('/api/resource-identifiers', '[]'),
  'get-graph-is-active': graphIsActiveRequests,
};
