import * as sentences from '../../lib/http/description/sentences.ts';
import { withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { indentOnly } from '../../lib/http/parameters/parameter-types.ts';
import { readViewBody } from '../../lib/http/spatial-views/view-body.ts';
import { spatialViewUrl, viewResponse } from '../../lib/http/spatial-views/view-response.ts';
import {
  toViewChangeContext,
  logFilling,
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
  capability: 'statements',
  parameters: indentOnly,
  form: viewFormFields,
  requiredFields: ['geometrynodeid', 'language', 'slug', 'attributenodes'],
  requestBody: 'newSpatialView',
  responses: {
    201: {
      description: sentences.storedView,
      body: 'spatialView',
      headers: ['Cache-Control', 'ETag', 'Location'],
    },
    ...viewWriteResponses,
  },
  handle: async (request, context) => {
    const { parameters, body, header } = request;
    const changing = toViewChangeContext(request, context);
    const view = readViewBody(body, header('content-type'), undefined);
    const created = logFilling(await createSpatialView(changing, view), context);
    const { baseUrl } = context.settings;
    return withHeaders(viewResponse(created, baseUrl, parameters.indent, 201), {
      Location: spatialViewUrl(baseUrl, created.view.spatialViewId),
    });
  },
});
