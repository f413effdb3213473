import * as z from 'zod';

import * as sentences from '../../lib/http/description/sentences.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indent, limit, wholeNumber } from '../../lib/http/parameters/parameter-types.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { NotAllowed } from '../../lib/errors.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import {
  notVisibleError,
  unknownResourceMessage,
  uuidOrNil,
} from '../../lib/http/errors/not-visible.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { findResourceHistory } from '../../lib/queries/resources/resource-history.ts';
import { resourceHistoryDocument } from '../../lib/serializers/history/resource-history.ts';

const noRightMessage =
  'Your account may see this resource instance, but not read the history. Ask an administrator for the right history.';
const defaultLimit = 100;

/** GET /resources/{resource_instance_id}/history. It needs the right `history`. */
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
    limit: limit(500).describe('Edits per page, 1 to 500; default 100.'),
    cursor: wholeNumber(0)
      .optional()
      .describe('Continues after the edit with this id, as in next.'),
    indent,
  }),
  tooLargeAdvice: 'Request fewer edits at a time with limit.',
  responses: {
    200: {
      description: 'The edits that the caller may read, the latest first.',
      body: 'editHistory',
    },
    403: sentences.mayNotReadHistoryOfVisible,
    404: sentences.unknownResource,
  },
  handle: async ({ parameters, path, caller }, { read, settings }) => {
    const resourceId = parseResourceId(uuidOrNil(path.resource_instance_id));
    const pageLimit = parameters.limit ?? defaultLimit;
    const after = parameters.cursor === undefined ? null : BigInt(parameters.cursor);
    const query = findResourceHistory(caller, resourceId, after, pageLimit);
    const { mayReadAnything, mayReadHistory, isThere, edits } = await read(query);
    if (!mayReadHistory && caller === null) throw new AuthenticationRequired();
    if (!isThere) throw notVisibleError(caller, mayReadAnything, unknownResourceMessage);
    if (!mayReadHistory) throw new NotAllowed(noRightMessage);
    const { baseUrl } = settings;
    return jsonResponse(resourceHistoryDocument({ baseUrl, resourceId, edits, limit: pageLimit }));
  },
});
