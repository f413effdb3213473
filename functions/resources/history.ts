import * as z from 'zod';

import { json } from '../../lib/http/answers/answer.ts';
import { indent, limit, wholeNumber } from '../../lib/http/parameters/parameter-types.ts';
import { streamedEndpoint } from '../../lib/http/streaming/streamed-endpoint.ts';
import { NotAllowed } from '../../lib/errors.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceHistory } from '../../lib/queries/resources/resource-history.ts';
import { historyDocument } from '../../lib/serializers/history/resource-history.ts';

const unknown = 'There is no resource instance with this id that you may see.';
const noRight =
  'Your account may see this resource instance, but not read the history. Ask an administrator for the right history.';
const editsPerPage = 100;

/** GET /resources/{resource_instance_id}/history: who changed what, and when, for whoever has the right `history`. */
export const handler = streamedEndpoint({
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
  whenTooLarge: 'Ask for fewer edits at a time with limit.',
  responses: {
    200: { meaning: 'The edits that the caller may read, the latest first.', body: 'editHistory' },
    403: 'The caller may see it, but not read the history.',
    404: 'There is no resource instance with this id that the caller may see.',
  },
  handle: async ({ parameters, path, caller }, { read, settings }) => {
    const resourceId = parseResourceId(idOrNil(path.resource_instance_id));
    const most = parameters.limit ?? editsPerPage;
    const after = parameters.cursor === undefined ? null : BigInt(parameters.cursor);
    const query = resourceHistory(caller, resourceId, after, most);
    const { mayReadAnything, mayReadHistory, isThere, edits } = await read(query);
    if (!mayReadHistory && caller === null) throw new AuthenticationRequired();
    if (!isThere) throw notVisible(caller, mayReadAnything, unknown);
    if (!mayReadHistory) throw new NotAllowed(noRight);
    const { baseUrl } = settings;
    return json(historyDocument({ baseUrl, resourceId, edits, limit: most }));
  },
});
