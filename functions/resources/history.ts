import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
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
  uuidOrNilUuid,
} from '../../lib/http/errors/not-visible.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import type { Caller } from '../../lib/model/accounts/caller.ts';
import { historyPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { historyPageResponse } from '../../lib/pages/resources/history-page-response.ts';
import { listCachedPublications } from '../../lib/queries/graphs/graph-cache.ts';
import { findResourceHistoryContent } from '../../lib/queries/resources/resource-history-content.ts';
import {
  findResourceHistory,
  type HistoryAccess,
} from '../../lib/queries/resources/resource-history.ts';
import { resourceHistoryDocument } from '../../lib/serializers/history/resource-history.ts';

const historyNotAllowedMessage =
  'Your account may see this resource instance, but not read the history. Ask an administrator for the right history.';
const defaultLimit = 100;
const defaultHtmlLimit = 25;
/** The limit of the page for people is lower, because it also shows labels and names. */
const maxHtmlLimit = 100;

/** GET /resources/{resource_instance_id}/history. It needs the right `history`. */
export const handler = createStreamingHandler(
  {
    id: 'get-resource-history',
    method: 'GET',
    path: '/resources/{resource_instance_id}/history',
    summary: 'The edits of a resource instance',
    access: 'secured',
    capability: 'read',
    timeout: 900,
    isStreamed: true,
    formats: ['json', 'html'],
    ignoresUnknownAccept: true,
    parameters: z.object({
      format: formatParameter('The serialisation: json, or html for people.'),
      limit: limitParameter(500).describe(
        'Edits per page, 1 to 500; default 100. The page for people has 25, at most 100.',
      ),
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
      304: descriptions.notModified,
      403: descriptions.mayNotReadHistoryOfResource,
      404: descriptions.resourceNotFound,
    },
    handle: async function handleGetResourceHistory(request, { read, settings }) {
      const { parameters, path, caller } = request;
      const resourceId = parseResourceId(uuidOrNilUuid(path.resource_instance_id));
      const before = parameters.cursor === undefined ? null : BigInt(parameters.cursor);
      if (request.format === 'html') {
        const limit = Math.min(parameters.limit ?? defaultHtmlLimit, maxHtmlLimit);
        const page = { before, limit };
        const history = await read(
          findResourceHistoryContent(caller, resourceId, page, listCachedPublications()),
        );
        requireHistoryAccess(history, caller);
        return historyPageResponse(history, resourceId, limit, request, settings);
      }
      const limit = parameters.limit ?? defaultLimit;
      const history = await read(findResourceHistory(caller, resourceId, before, limit));
      requireHistoryAccess(history, caller);
      const { baseUrl } = settings;
      return jsonResponse(
        resourceHistoryDocument({ baseUrl, resourceId, edits: history.edits, limit }),
      );
    },
  },
  { pageErrorFormatter: historyPageErrorResponse },
);

/** Checks that the caller may read the history. @throws AuthenticationRequired, NotFound, NotAllowed */
function requireHistoryAccess(
  { mayReadSomething, mayReadHistory, existsForCaller }: HistoryAccess,
  caller: Caller,
): void {
  if (!mayReadHistory && caller === null) throw new AuthenticationRequired();
  if (!existsForCaller)
    throw notVisibleError(caller, mayReadSomething, resourceInstanceNotFoundMessage);
  if (!mayReadHistory) throw new NotAllowed(historyNotAllowedMessage);
}
