import { readExpectedVersion } from '../../lib/http/conditional/read-expected-version.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import {
  toViewChangeContext,
  viewWriteResponses,
} from '../../lib/http/spatial-views/view-request.ts';
import { removeSpatialView } from '../../lib/writing/spatial-views/change-spatial-view.ts';

/** DELETE /api/spatialviews/{spatial_view_id} (specification). */
export const handler = createDataHandler({
  id: 'delete-spatial-view',
  method: 'DELETE',
  path: '/api/spatialviews/{spatial_view_id}',
  alias: '/api/spatialview/{spatial_view_id}',
  summary: 'Deletes a spatial view',
  access: 'secured',
  capability: 'write',
  parameters: indentOnlyParameters,
  requestHeaders: ['If-Match'],
  responses: {
    204: 'The spatial view is deleted; no body.',
    403: viewWriteResponses[403],
    404: 'There is no spatial view with this id.',
    409: viewWriteResponses[409],
    503: viewWriteResponses[503],
  },
  handle: async function handleDeleteSpatialView(request, context) {
    const expected = readExpectedVersion(request.header, context.settings.requireIfMatch);
    const id = uuidOrNilUuid(request.path.spatial_view_id);
    await removeSpatialView(toViewChangeContext(request, context), id, expected);
    return { status: 204 };
  },
});
