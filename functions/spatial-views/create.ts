import { withHeaders } from '../../lib/http/answers/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { readSentView } from '../../lib/http/spatial-views/sent-view.ts';
import { spatialViewUrl, viewAnswer } from '../../lib/http/spatial-views/view-answer.ts';
import {
  changingOf,
  noteFilling,
  storingResponses,
  viewForm,
} from '../../lib/http/spatial-views/view-request.ts';
import { createView } from '../../lib/writing/spatial-views/change-view.ts';

/** POST /api/spatialviews (specification). */
export const handler = endpoint({
  id: 'create-spatial-view',
  method: 'POST',
  path: '/api/spatialviews',
  alias: '/api/spatialview',
  summary: 'Makes a spatial view',
  access: 'secured',
  capability: 'statements',
  parameters: onlyIndent,
  form: viewForm,
  neededFields: ['geometrynodeid', 'language', 'slug', 'attributenodes'],
  sentBody: 'newSpatialView',
  responses: {
    201: {
      meaning: 'The spatial view, as it is stored.',
      body: 'spatialView',
      headers: ['Cache-Control', 'ETag', 'Location'],
    },
    ...storingResponses,
  },
  handle: async (request, context) => {
    const { parameters, body, header } = request;
    const changing = changingOf(request, context);
    const sent = readSentView(body, header('content-type'), undefined);
    const created = noteFilling(await createView(changing, sent), context);
    const { baseUrl } = context.settings;
    return withHeaders(viewAnswer(created, baseUrl, parameters.indent, 201), {
      Location: spatialViewUrl(baseUrl, created.view.spatialViewId),
    });
  },
});
