import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { viewAnswer } from '../../lib/http/spatial-views/view-answer.ts';
import { takesNoId } from '../../lib/http/spatial-views/view-request.ts';
import { visibleViews } from '../../lib/queries/spatial-views/visible-views.ts';

const unknown = 'There is no spatial view with this id that you may see.';

/** GET /api/spatialviews/{spatial_view_id} (specification). */
export const handler = endpoint({
  id: 'get-spatial-view',
  method: 'GET',
  path: '/api/spatialviews/{spatial_view_id}',
  alias: '/api/spatialview/{spatial_view_id}',
  summary: 'One spatial view',
  access: 'secured',
  capability: 'statements',
  parameters: onlyIndent,
  misplaced: takesNoId,
  responses: {
    200: { meaning: 'The spatial view.', body: 'spatialView', headers: ['Cache-Control', 'ETag'] },
    304: 'It is what the caller has already.',
    404: 'There is none with this id that the caller may see.',
  },
  handle: async ({ parameters, path, caller }, { read, settings }) => {
    const query = visibleViews(caller, idOrNil(path.spatial_view_id));
    const { mayReadAnything, views } = await read(query);
    const [view] = views;
    if (view === undefined) throw notVisible(caller, mayReadAnything, unknown);
    return viewAnswer(view, settings.baseUrl, parameters.indent);
  },
});
