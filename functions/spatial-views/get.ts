import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { viewResponse } from '../../lib/http/spatial-views/view-response.ts';
import { unexpectedIdErrors } from '../../lib/http/spatial-views/misplaced-methods.ts';
import { listVisibleViews } from '../../lib/queries/spatial-views/visible-views.ts';

const viewNotFoundMessage = 'There is no spatial view with this id that you may see.';

/** GET /api/spatialviews/{spatial_view_id} (specification). */
export const handler = createDataHandler({
  id: 'get-spatial-view',
  method: 'GET',
  path: '/api/spatialviews/{spatial_view_id}',
  alias: '/api/spatialview/{spatial_view_id}',
  summary: 'One spatial view',
  access: 'secured',
  capability: 'read',
  parameters: indentOnlyParameters,
  misplacedMethods: unexpectedIdErrors,
  responses: {
    200: {
      description: 'The spatial view.',
      body: 'spatialView',
      headers: ['Cache-Control', 'ETag'],
    },
    304: descriptions.notModified,
    404: 'There is no spatial view with this id that the caller may see.',
  },
  handle: async function handleGetSpatialView({ parameters, path, caller }, { read, settings }) {
    const query = listVisibleViews(caller, uuidOrNilUuid(path.spatial_view_id));
    const { mayReadSomething, views } = await read(query);
    const [view] = views;
    if (view === undefined) throw notVisibleError(caller, mayReadSomething, viewNotFoundMessage);
    return viewResponse(view, settings.baseUrl, parameters.indent);
  },
});
