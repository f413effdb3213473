import * as z from 'zod';

import { InvalidInput } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import {
  activityAnswer,
  activityFormatMeaning,
  activityFormats,
  historyRefusal,
} from '../../lib/http/history/activity-answer.ts';
import {
  activityCursor,
  activityLimit,
  activityPosition,
  activityType,
} from '../../lib/http/history/activity-parameters.ts';
import { format, indent, text, time } from '../../lib/http/parameters/parameter-types.ts';
import { historyUri } from '../../lib/model/uris.ts';
import { activityStream } from '../../lib/queries/history/activity-stream.ts';
import { filteredActivity } from '../../lib/queries/history/filtered-activity.ts';
import { listDocument, listLinks } from '../../lib/serializers/history/activity-list.ts';
import { streamDocument, streamLinks } from '../../lib/serializers/history/activity-stream.ts';

/** GET /history/ (specification): the activity stream as a collection. With a filter: the items that match. */
export const handler = endpoint({
  id: 'get-history',
  method: 'GET',
  path: '/history',
  summary: 'The activity stream, or what of it matches a filter',
  access: 'secured',
  capability: 'statements',
  formats: activityFormats,
  parameters: z.object({
    format: format(activityFormatMeaning),
    since: time.describe(
      'Only items of this time or later, such as 2026-01-31T09:00:00Z or 2026-01-31.',
    ),
    graph: text.describe('Only items about resource instances of this graph: its id or slug.'),
    type: activityType.describe('Only items of this type: Create, Update or Delete.'),
    cursor: activityCursor.describe(
      'The ordinal after which a filtered list goes on, as next gives it.',
    ),
    limit: activityLimit.describe(
      'The most items of a filtered list at a time, 1 to 1000; 100 when left out.',
    ),
    indent,
  }),
  whenTooLarge: 'Ask for fewer items at a time with limit.',
  responses: {
    200: {
      meaning:
        'The collection; with since, graph, type or cursor a page of those items that match and that the caller may read.',
      body: 'activityStreamOrList',
      headers: ['Link'],
    },
    304: 'It is what the caller has already.',
    403: 'The caller may not read the history.',
  },
  handle: async ({ parameters, caller, mediaType }, { read, settings }) => {
    const { baseUrl } = settings;
    const { since, graph, type, cursor, limit, indent } = parameters;
    if ([since, graph, type, cursor].every((one) => one === undefined)) {
      const stream = await read(activityStream(caller));
      if (!stream.mayReadHistory) throw historyRefusal(caller);
      const links = streamLinks(stream, baseUrl);
      return activityAnswer({ mediaType, indent, content: streamDocument(stream, baseUrl), links });
    }
    const query = filteredActivity(caller, { since, graph, type }, activityPosition(parameters));
    const part = await read(query);
    if (!part.mayReadHistory) throw historyRefusal(caller);
    if (!part.mayReadGraph) throw unknownGraph(graph);
    const list = {
      baseUrl,
      uri: historyUri(baseUrl),
      filter: { since, graph, type, limit: limit?.toString() },
      cursor,
      items: part.items,
      next: part.next,
    };
    return activityAnswer({
      mediaType,
      indent,
      content: listDocument(list),
      links: listLinks(list),
    });
  },
});

function unknownGraph(graph: string | undefined): InvalidInput {
  const detail = `graph: ${JSON.stringify(graph)} is neither the id nor the slug of a graph that you may read.`;
  return new InvalidInput([{ in: 'parameters', pointer: '/graph', code: 'invalid', detail }]);
}
