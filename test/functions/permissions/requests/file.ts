import { unknownId } from '../../../support/world/sentinels.ts';
import { rotate, type ChooseRequests, type RequestsByOperation } from '../walk-request.ts';
import { notVisibleAnswer } from './resource.ts';

/* No id of a world is that of a file. test/functions/files and test/functions/iiif have worlds with files. */

/** Asks for a resource instance as if it were a file. @param pathOf the path of a file */
const requestsWith =
  (pathOf: (fileId: string) => string): ChooseRequests =>
  (world, turn) =>
    rotate(world.resources, turn, 1).map(({ id }) => ({
      path: pathOf(id),
      expected: (access) => notVisibleAnswer(access, pathOf(unknownId)),
    }));

const manifestPath = (id: string): string => `/iiif/${id}/manifest`;

/** GET /iiif/{resource_instance_id}/manifest: no resource instance of a world has a picture. */
const manifestRequests: ChooseRequests = (world, turn) =>
  rotate(world.resources, turn, 1).map(({ id }) => ({
    path: manifestPath(id),
    expected: (access) =>
      access.maySee(id)
        ? { status: 404, sentinels: new Set(), includes: ['has no pictures that you may read'] }
        : notVisibleAnswer(access, manifestPath(unknownId)),
  }));

export const requests: RequestsByOperation = {
  'get-file': requestsWith((id) => `/files/${id}`),
  'get-iiif-image-info': requestsWith((id) => `/iiif/images/${id}/info.json`),
  'get-iiif-image': requestsWith((id) => `/iiif/images/${id}/full/max/0/default.jpg`),
  'get-iiif-manifest': manifestRequests,
};
