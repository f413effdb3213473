import { expectedVersion } from '../../lib/http/conditional/preconditions.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil } from '../../lib/http/errors/not-visible.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { readSentView } from '../../lib/http/spatial-views/sent-view.ts';
import { viewAnswer } from '../../lib/http/spatial-views/view-answer.ts';
import {
  changingOf,
  noteFilling,
  storingResponses,
  viewForm,
} from '../../lib/http/spatial-views/view-request.ts';
import { changeView } from '../../lib/writing/spatial-views/change-view.ts';

/** PUT /api/spatialviews/{spatial_view_id} (specification). */
export const handler = endpoint({
  id: 'update-spatial-view',
  method: 'PUT',
  path: '/api/spatialviews/{spatial_view_id}',
  alias: '/api/spatialview/{spatial_view_id}',
  summary: 'Changes a spatial view; what is left out stays as it is',
  access: 'secured',
  capability: 'statements',
  parameters: onlyIndent,
  form: { spatialviewid: 'The id that the path names.', ...viewForm },
  neededFields: ['spatialviewid'],
  sentBody: 'changedSpatialView',
  sentHeaders: ['If-Match'],
  responses: {
    200: {
      meaning: 'The spatial view, as it is stored.',
      body: 'spatialView',
      headers: ['Cache-Control', 'ETag'],
    },
    404: 'There is none with this id.',
    ...storingResponses,
  },
  handle: async (request, context) => {
    const { parameters, path, body, header } = request;
    const { settings } = context;
    const changing = changingOf(request, context);
    const id = idOrNil(path.spatial_view_id);
    const sent = readSentView(body, header('content-type'), id);
    const expected = expectedVersion(header, settings.requireIfMatch);
    const changed = noteFilling(await changeView(changing, id, sent, expected), context);
    return viewAnswer(changed, settings.baseUrl, parameters.indent);
  },
});
