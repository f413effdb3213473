import * as descriptions from '../../lib/http/description/descriptions.ts';
import { withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { readViewBody } from '../../lib/http/spatial-views/view-body.ts';
import { spatialViewUrl, viewResponse } from '../../lib/http/spatial-views/view-response.ts';
import {
  toViewChangeContext,
  requestFilling,
  viewWriteResponses,
  viewFormFields,
} from '../../lib/http/spatial-views/view-request.ts';
import { createSpatialView } from '../../lib/writing/spatial-views/change-spatial-view.ts';

/** POST /api/spatialviews (specification). */
export const handler = createDataHandler({
  id: 'create-spatial-view',
  method: 'POST',
  path: '/api/spatialviews',
  alias: '/api/spatialview',
  summary: 'Creates a spatial view',
  access: 'secured',
  capability: 'write',
  parameters: indentOnlyParameters,
  form: viewFormFields,
  requiredFields: ['geometrynodeid', 'language', 'slug', 'attributenodes'],
  requestBody: 'newSpatialView',
  responses: {
    201: {
      description: descriptions.storedView,
      body: 'spatialView',
      headers: ['Cache-Control', 'ETag', 'Location'],
    },
    ...viewWriteResponses,
  },
  handle: async function handleCreateSpatialView(request, context) {
    const { parameters, body, header } = request;
    const changeContext = toViewChangeContext(request, context);
    const view = readViewBody(body, header('content-type'), undefined);
    const createdView = requestFilling(await createSpatialView(changeContext, view), context);
    const { baseUrl } = context.settings;
    return withHeaders(viewResponse(createdView, baseUrl, parameters.indent, 201), {
      Location: spatialViewUrl(baseUrl, createdView.view.spatialViewId),
    });
  },
});
