import { run } from '../../lib/data-api/query.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { viewAnswer } from '../../lib/http/spatial-views/view-answer.ts';
import { takesNoId } from '../../lib/http/spatial-views/view-request.ts';
import { callerOf } from '../../lib/model/accounts/caller.ts';
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
  handle: async ({ parameters, path, principal }, { data, settings }) => {
    const query = visibleViews(callerOf(principal), idOrNil(path.spatial_view_id));
    const { mayReadAnything, views } = await run(data.read, query);
    const [found] = views;
    if (found === undefined) throw notVisible(principal, mayReadAnything, unknown);
    return viewAnswer(found, settings.baseUrl, parameters.indent);
  },
});
