import * as z from 'zod';

import { endpoint } from '../../lib/http/endpoint.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
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
} from '../../lib/http/history/activity-parameters.ts';
import { format, indent } from '../../lib/http/parameters/parameter-types.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceUri } from '../../lib/model/uris.ts';
import { resourceActivity } from '../../lib/queries/history/resource-activity.ts';
import { listDocument, listLinks } from '../../lib/serializers/history/activity-list.ts';

const unknown = 'There is no resource instance with this id that you may see.';

/** GET /resources/{resource_instance_id}/activity: what happened to a resource instance, also to one that is deleted. */
export const handler = endpoint({
  id: 'get-resource-activity',
  method: 'GET',
  path: '/resources/{resource_instance_id}/activity',
  summary: 'What the activity stream has of a resource instance',
  access: 'secured',
  capability: 'statements',
  formats: activityFormats,
  parameters: z.object({
    format: format(activityFormatMeaning),
    cursor: activityCursor.describe('The ordinal after which to go on, as next gives it.'),
    limit: activityLimit.describe('The most items at a time, 1 to 1000; 100 when left out.'),
    indent,
  }),
  whenTooLarge: 'Ask for fewer items at a time with limit.',
  responses: {
    200: {
      meaning: 'The items that the caller may read, in the order of the stream.',
      body: 'activityList',
      headers: ['Link'],
    },
    304: 'It is what the caller has already.',
    403: 'The caller may see it, but not read the history.',
    404: 'There is nothing with this id of which the caller may know.',
  },
  handle: async ({ parameters, path, caller, mediaType }, { read, settings }) => {
    const { baseUrl } = settings;
    const resourceId = parseResourceId(idOrNil(path.resource_instance_id));
    const position = activityPosition(parameters);
    const query = resourceActivity(caller, resourceId, position);
    const { mayReadAnything, mayReadHistory, isThere, ...part } = await read(query);
    if (!mayReadHistory && caller === null) throw new AuthenticationRequired();
    if (!isThere) throw notVisible(caller, mayReadAnything, unknown);
    if (!mayReadHistory) throw historyRefusal(caller);
    const list = {
      baseUrl,
      uri: `${resourceUri(baseUrl, resourceId)}/activity`,
      filter: { limit: parameters.limit?.toString() },
      cursor: parameters.cursor,
      ...part,
    };
    const content = listDocument(list);
    return activityAnswer({
      mediaType,
      indent: parameters.indent,
      content,
      links: listLinks(list),
    });
  },
});
