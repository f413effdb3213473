import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { InvalidInput } from '../../lib/errors.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  activityResponse,
  activityFormatDescription,
  activityFormats,
  historyNotAllowedError,
} from '../../lib/http/history/activity-response.ts';
import {
  activityCursorParameter,
  activityLimitParameter,
  toActivityPage,
  activityTypeParameter,
} from '../../lib/http/history/activity-parameters.ts';
import { indentParameter, wholeNumber } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter, textParameter } from '../../lib/http/parameters/types/texts.ts';
import { timeParameter } from '../../lib/http/parameters/types/times.ts';
import { historyPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { changesPageResponse } from '../../lib/pages/history/changes-page-response.ts';
import { findChangesPage } from '../../lib/queries/history/changes-page.ts';
import { historyUri } from '../../lib/model/uris.ts';
import { findActivityStream } from '../../lib/queries/history/activity-stream.ts';
import { listFilteredActivity } from '../../lib/queries/history/filtered-activity.ts';
import {
  activityListDocument,
  activityListLinks,
  highestOrdinalOf,
} from '../../lib/serializers/history/activity-list.ts';
import {
  activityStreamDocument,
  activityStreamLinks,
} from '../../lib/serializers/history/activity-stream.ts';

/** The number of changes on a page for people. */
const changesOnPage = 50;

/** GET /history/ (specification): the activity stream as a collection. With a filter: the matching items. */
export const handler = createDataHandler(
  {
    id: 'get-history',
    method: 'GET',
    path: '/history',
    summary: 'The activity stream, or the items of it that match a filter',
    access: 'secured',
    capability: 'read',
    conditions: 'refused',
    formats: [...activityFormats, 'html'],
    parameters: z.object({
      format: formatParameter(
        `${activityFormatDescription} Or html, a page for people, latest first.`,
      ),
      since: timeParameter.describe(
        'Only items of this time or later, such as 2026-01-31T09:00:00Z or 2026-01-31.',
      ),
      graph: textParameter.describe(
        'Only items about resource instances of this graph: its id or slug.',
      ),
      type: activityTypeParameter.describe('Only items of this type: Create, Update or Delete.'),
      cursor: activityCursorParameter.describe(
        'Continues a filtered list after this ordinal. The link `next` contains it.',
      ),
      limit: activityLimitParameter.describe(
        'Items per page of a filtered list, 1 to 1000; default 100.',
      ),
      person: textParameter.describe(
        'Only for the page: changes by the account with this user name.',
      ),
      before: wholeNumber(1)
        .optional()
        .describe(
          'Only for the page: continues before this ordinal. Its link `Older changes` contains it.',
        ),
      indent: indentParameter,
    }),
    tooLargeHint: descriptions.requestFewerItems,
    responses: {
      200: {
        description:
          'The collection. With since, graph, type or cursor: a page of the matching items that the caller may read.',
        body: 'activityStreamOrList',
        headers: ['Link'],
      },
      304: descriptions.notModified,
      403: descriptions.mayNotReadHistory,
    },
    handle: async function handleGetHistory(request, { read, settings, log }) {
      const { parameters, caller, mediaType } = request;
      const { baseUrl } = settings;
      const { since, graph, type, cursor, limit, indent } = parameters;
      if (request.format === 'html') {
        const filter = { since, graph, person: parameters.person };
        const page = await read(findChangesPage(caller, filter, parameters.before, changesOnPage));
        if (!page.mayReadHistory) throw historyNotAllowedError(caller);
        return changesPageResponse(page, request, settings);
      }
      if ([since, graph, type, cursor].every((value) => value === undefined)) {
        const stream = await read(findActivityStream(caller));
        if (!stream.mayReadHistory) throw historyNotAllowedError(caller);
        const links = activityStreamLinks(stream, baseUrl);
        return activityResponse({
          mediaType,
          indent,
          content: activityStreamDocument(stream, baseUrl),
          links,
          highestOrdinal: stream.totalItems,
          log,
        });
      }
      const query = listFilteredActivity(
        caller,
        { since, graph, type },
        toActivityPage(parameters),
      );
      const activity = await read(query);
      if (!activity.mayReadHistory) throw historyNotAllowedError(caller);
      if (!activity.mayReadGraph) throw unknownGraphError(graph);
      const list = {
        baseUrl,
        uri: historyUri(baseUrl),
        filter: { since, graph, type, limit: limit?.toString() },
        cursor,
        items: activity.items,
        next: activity.next,
      };
      return activityResponse({
        mediaType,
        indent,
        content: activityListDocument(list),
        links: activityListLinks(list),
        highestOrdinal: highestOrdinalOf(list),
        log,
      });
    },
  },
  { pageErrorFormatter: historyPageErrorResponse },
);

function unknownGraphError(graph: string | undefined): InvalidInput {
  const detail = `graph: ${JSON.stringify(graph)} is neither the id nor the slug of a graph that you may read.`;
  return new InvalidInput([{ in: 'parameters', pointer: '/graph', code: 'invalid', detail }]);
}
