import * as descriptions from '../../lib/http/description/descriptions.ts';
import { readExpectedVersion } from '../../lib/http/conditional/read-expected-version.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { readViewBody } from '../../lib/http/spatial-views/view-body.ts';
import { viewResponse } from '../../lib/http/spatial-views/view-response.ts';
import {
  toViewChangeContext,
  requestFilling,
  viewWriteResponses,
  viewFormFields,
} from '../../lib/http/spatial-views/view-request.ts';
import { changeSpatialView } from '../../lib/writing/spatial-views/change-spatial-view.ts';

/** PUT /api/spatialviews/{spatial_view_id} (specification). */
export const handler = createDataHandler({
  id: 'update-spatial-view',
  method: 'PUT',
  path: '/api/spatialviews/{spatial_view_id}',
  alias: '/api/spatialview/{spatial_view_id}',
  summary: 'Changes a spatial view. Missing fields stay unchanged.',
  access: 'secured',
  capability: 'write',
  parameters: indentOnlyParameters,
  form: { spatialviewid: 'The id in the path.', ...viewFormFields },
  requiredFields: ['spatialviewid'],
  requestBody: 'changedSpatialView',
  requestHeaders: ['If-Match'],
  responses: {
    200: {
      description: descriptions.storedView,
      body: 'spatialView',
      headers: ['Cache-Control', 'ETag'],
    },
    404: 'There is no spatial view with this id.',
    ...viewWriteResponses,
  },
  handle: async function handleUpdateSpatialView(request, context) {
    const { parameters, path, body, header } = request;
    const { settings } = context;
    const changeContext = toViewChangeContext(request, context);
    const id = uuidOrNilUuid(path.spatial_view_id);
    const view = readViewBody(body, header('content-type'), id);
    const expected = readExpectedVersion(header, settings.requireIfMatch);
    const changedView = requestFilling(
      await changeSpatialView(changeContext, id, view, expected),
      context,
    );
    return viewResponse(changedView, settings.baseUrl, parameters.indent);
  },
});
