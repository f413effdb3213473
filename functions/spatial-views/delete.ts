import { expectedVersion } from '../../lib/http/conditional/preconditions.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil } from '../../lib/http/errors/not-visible.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { changingOf, storingResponses } from '../../lib/http/spatial-views/view-request.ts';
import { removeView } from '../../lib/writing/spatial-views/change-view.ts';

/** DELETE /api/spatialviews/{spatial_view_id} (specification). */
export const handler = endpoint({
  id: 'delete-spatial-view',
  method: 'DELETE',
  path: '/api/spatialviews/{spatial_view_id}',
  alias: '/api/spatialview/{spatial_view_id}',
  summary: 'Deletes a spatial view',
  access: 'secured',
  capability: 'statements',
  parameters: onlyIndent,
  sentHeaders: ['If-Match'],
  responses: {
    204: 'It is deleted; no body.',
    403: storingResponses[403],
    404: 'There is none with this id.',
    409: storingResponses[409],
    503: storingResponses[503],
  },
  handle: async (request, context) => {
    const expected = expectedVersion(request.header, context.settings.requireIfMatch);
    const id = idOrNil(request.path.spatial_view_id);
    await removeView(changingOf(request, context), id, expected);
    return { status: 204 };
  },
});
