import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { contentTag, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { missingIdErrors } from '../../lib/http/spatial-views/misplaced-methods.ts';
import { listVisibleViews } from '../../lib/queries/spatial-views/visible-views.ts';
import { spatialViewDocument } from '../../lib/serializers/spatial-views/spatial-view-document.ts';

/** GET /api/spatialviews (specification). */
export const handler = createDataHandler({
  id: 'list-spatial-views',
  method: 'GET',
  path: '/api/spatialviews',
  alias: '/api/spatialview',
  summary: 'The spatial views whose geometry node the caller may read',
  access: 'secured',
  capability: 'read',
  parameters: indentOnlyParameters,
  misplacedMethods: missingIdErrors,
  tooLargeHint: 'Request one spatial view by its id.',
  responses: {
    200: {
      description: 'An array of spatial views, ordered by slug.',
      body: 'spatialViewList',
      headers: ['Cache-Control', 'ETag'],
    },
    304: descriptions.notModified,
  },
  handle: async function handleListSpatialViews({ parameters, caller }, { read, settings }) {
    const { mayReadSomething, views } = await read(listVisibleViews(caller));
    if (caller === null && !mayReadSomething) throw new AuthenticationRequired();
    const body = JSON.stringify(
      views.map(({ view, problems }) => spatialViewDocument(view, problems, settings.baseUrl)),
    );
    const tag = contentTag('application/json', parameters.indent, body);
    return withHeaders(jsonResponse(body), validatorHeaders(tag, null));
  },
});
