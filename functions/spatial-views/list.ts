import { json, withHeaders } from '../../lib/http/answers/answer.ts';
import { contentTag, validators } from '../../lib/http/conditional/conditional.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { needsId } from '../../lib/http/spatial-views/view-request.ts';
import { visibleViews } from '../../lib/queries/spatial-views/visible-views.ts';
import { spatialViewObject } from '../../lib/serializers/spatial-views/spatial-view-object.ts';

/** GET /api/spatialviews (specification). */
export const handler = endpoint({
  id: 'list-spatial-views',
  method: 'GET',
  path: '/api/spatialviews',
  alias: '/api/spatialview',
  summary: 'The spatial views whose geometry node the caller may read',
  access: 'secured',
  capability: 'statements',
  parameters: onlyIndent,
  misplaced: needsId,
  whenTooLarge: 'Ask for one spatial view by its id.',
  responses: {
    200: {
      meaning: 'An array of spatial views, by slug.',
      body: 'spatialViewList',
      headers: ['Cache-Control', 'ETag'],
    },
    304: 'It is what the caller has already.',
  },
  handle: async ({ parameters, caller }, { read, settings }) => {
    const { mayReadAnything, views } = await read(visibleViews(caller));
    if (caller === null && !mayReadAnything) throw new AuthenticationRequired();
    const body = JSON.stringify(
      views.map(({ view, problems }) => spatialViewObject(view, problems, settings.baseUrl)),
    );
    const tag = contentTag('application/json', parameters.indent, body);
    return withHeaders(json(body), validators(tag, null));
  },
});
