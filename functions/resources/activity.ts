import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { uuidOrNil, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import {
  activityResponse,
  activityFormatDescription,
  activityFormats,
  historyNotAllowedError,
} from '../../lib/http/history/activity-response.ts';
import {
  activityCursor,
  activityLimit,
  toActivityPosition,
} from '../../lib/http/history/activity-parameters.ts';
import { format, indent } from '../../lib/http/parameters/parameter-types.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceUri } from '../../lib/model/uris.ts';
import { listResourceActivity } from '../../lib/queries/history/resource-activity.ts';
import {
  activityListDocument,
  activityListLinks,
} from '../../lib/serializers/history/activity-list.ts';

const unknown = 'There is no resource instance with this id that you may see.';

/** GET /resources/{resource_instance_id}/activity: what happened to a resource instance, also to one that is deleted. */
export const handler = createDataHandler({
  id: 'get-resource-activity',
  method: 'GET',
  path: '/resources/{resource_instance_id}/activity',
  summary: 'What the activity stream has of a resource instance',
  access: 'secured',
  capability: 'statements',
  formats: activityFormats,
  parameters: z.object({
    format: format(activityFormatDescription),
    cursor: activityCursor.describe('The ordinal after which to go on, as next gives it.'),
    limit: activityLimit.describe('The most items at a time, 1 to 1000; 100 when left out.'),
    indent,
  }),
  tooLargeAdvice: 'Ask for fewer items at a time with limit.',
  responses: {
    200: {
      description: 'The items that the caller may read, in the order of the stream.',
      body: 'activityList',
      headers: ['Link'],
    },
    304: 'It is what the caller has already.',
    403: 'The caller may see it, but not read the history.',
    404: 'There is nothing with this id of which the caller may know.',
  },
  handle: async ({ parameters, path, caller, mediaType }, { read, settings }) => {
    const { baseUrl } = settings;
    const resourceId = parseResourceId(uuidOrNil(path.resource_instance_id));
    const position = toActivityPosition(parameters);
    const query = listResourceActivity(caller, resourceId, position);
    const { mayReadAnything, mayReadHistory, isThere, ...part } = await read(query);
    if (!mayReadHistory && caller === null) throw new AuthenticationRequired();
    if (!isThere) throw notVisibleError(caller, mayReadAnything, unknown);
    if (!mayReadHistory) throw historyNotAllowedError(caller);
    const list = {
      baseUrl,
      uri: `${resourceUri(baseUrl, resourceId)}/activity`,
      filter: { limit: parameters.limit?.toString() },
      cursor: parameters.cursor,
      ...part,
    };
    const content = activityListDocument(list);
    return activityResponse({
      mediaType,
      indent: parameters.indent,
      content,
      links: activityListLinks(list),
    });
  },
});
