import * as z from 'zod';

import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indent, limit, wholeNumber } from '../../lib/http/parameters/parameter-types.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { NotAllowed } from '../../lib/errors.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { uuidOrNil, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { findResourceHistory } from '../../lib/queries/resources/resource-history.ts';
import { resourceHistoryDocument } from '../../lib/serializers/history/resource-history.ts';

const unknown = 'There is no resource instance with this id that you may see.';
const noRight =
  'Your account may see this resource instance, but not read the history. Ask an administrator for the right history.';
const editsPerPage = 100;

/** GET /resources/{resource_instance_id}/history: who changed what, and when, for whoever has the right `history`. */
export const handler = createStreamingHandler({
  id: 'get-resource-history',
  method: 'GET',
  path: '/resources/{resource_instance_id}/history',
  summary: 'The edits of a resource instance',
  access: 'secured',
  capability: 'statements',
  timeout: 900,
  isStreamed: true,
  parameters: z.object({
    limit: limit(500).describe('Edits at a time, 1 to 500; 100 when left out.'),
    cursor: wholeNumber(0)
      .optional()
      .describe('The id of the edit after which to go on, as next gives it.'),
    indent,
  }),
  tooLargeAdvice: 'Ask for fewer edits at a time with limit.',
  responses: {
    200: {
      description: 'The edits that the caller may read, the latest first.',
      body: 'editHistory',
    },
    403: 'The caller may see it, but not read the history.',
    404: 'There is no resource instance with this id that the caller may see.',
  },
  handle: async ({ parameters, path, caller }, { read, settings }) => {
    const resourceId = parseResourceId(uuidOrNil(path.resource_instance_id));
    const most = parameters.limit ?? editsPerPage;
    const after = parameters.cursor === undefined ? null : BigInt(parameters.cursor);
    const query = findResourceHistory(caller, resourceId, after, most);
    const { mayReadAnything, mayReadHistory, isThere, edits } = await read(query);
    if (!mayReadHistory && caller === null) throw new AuthenticationRequired();
    if (!isThere) throw notVisibleError(caller, mayReadAnything, unknown);
    if (!mayReadHistory) throw new NotAllowed(noRight);
    const { baseUrl } = settings;
    return jsonResponse(resourceHistoryDocument({ baseUrl, resourceId, edits, limit: most }));
  },
});
