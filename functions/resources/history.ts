import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import {
  indentParameter,
  limitParameter,
  wholeNumber,
} from '../../lib/http/parameters/types/numbers.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { NotAllowed } from '../../lib/errors.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import {
  notVisibleError,
  resourceInstanceNotFoundMessage,
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
  capability: 'read',
  timeout: 900,
  isStreamed: true,
  parameters: z.object({
    limit: limitParameter(500).describe('Edits per page, 1 to 500; default 100.'),
    cursor: wholeNumber(0)
      .optional()
      .describe('Continues after the edit with this id, as in next.'),
    indent: indentParameter,
  }),
  tooLargeHint: 'Request fewer edits at a time with limit.',
  responses: {
    200: {
      description: 'The edits that the caller may read, the latest first.',
      body: 'editHistory',
    },
    403: descriptions.mayNotReadHistoryOfResource,
    404: descriptions.resourceNotFound,
  },
  handle: async ({ parameters, path, caller }, { read, settings }) => {
    const resourceId = parseResourceId(uuidOrNil(path.resource_instance_id));
    const pageLimit = parameters.limit ?? defaultLimit;
    const after = parameters.cursor === undefined ? null : BigInt(parameters.cursor);
    const query = findResourceHistory(caller, resourceId, after, pageLimit);
    const { mayReadAnything, mayReadHistory, existsForCaller, edits } = await read(query);
    if (!mayReadHistory && caller === null) throw new AuthenticationRequired();
    if (!existsForCaller)
      throw notVisibleError(caller, mayReadAnything, resourceInstanceNotFoundMessage);
    if (!mayReadHistory) throw new NotAllowed(noRightMessage);
    const { baseUrl } = settings;
    return jsonResponse(resourceHistoryDocument({ baseUrl, resourceId, edits, limit: pageLimit }));
  },
});
