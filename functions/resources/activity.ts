import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import {
  notVisibleError,
  resourceInstanceNotFoundMessage,
  uuidOrNilUuid,
} from '../../lib/http/errors/not-visible.ts';
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
} from '../../lib/http/history/activity-parameters.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceUri } from '../../lib/model/uris.ts';
import { listResourceActivity } from '../../lib/queries/history/resource-activity.ts';
import {
  activityListDocument,
  activityListLinks,
  highestOrdinalOf,
} from '../../lib/serializers/history/activity-list.ts';

/** GET /resources/{resource_instance_id}/activity. It works for deleted resource instances too. */
export const handler = createDataHandler({
  id: 'get-resource-activity',
  method: 'GET',
  path: '/resources/{resource_instance_id}/activity',
  summary: 'The items of the activity stream about a resource instance',
  access: 'secured',
  capability: 'read',
  formats: activityFormats,
  parameters: z.object({
    format: formatParameter(activityFormatDescription),
    cursor: activityCursorParameter.describe(
      'Returns the items after this ordinal. The link `next` contains it.',
    ),
    limit: activityLimitParameter.describe('Items per page, 1 to 1000; default 100.'),
    indent: indentParameter,
  }),
  tooLargeHint: descriptions.requestFewerItems,
  responses: {
    200: {
      description: 'The items that the caller may read, in the order of the stream.',
      body: 'activityList',
      headers: ['Link'],
    },
    304: descriptions.notModified,
    403: descriptions.mayNotReadHistoryOfResource,
    404: 'There is no resource instance with this id that the caller may see, not even a deleted one.',
  },
  handle: async function handleGetResourceActivity(
    { parameters, path, caller, mediaType },
    { read, settings, log },
  ) {
    const { baseUrl } = settings;
    const resourceId = parseResourceId(uuidOrNilUuid(path.resource_instance_id));
    const page = toActivityPage(parameters);
    const query = listResourceActivity(caller, resourceId, page);
    const { mayReadSomething, mayReadHistory, existsForCaller, ...activity } = await read(query);
    if (!mayReadHistory && caller === null) throw new AuthenticationRequired();
    if (!existsForCaller)
      throw notVisibleError(caller, mayReadSomething, resourceInstanceNotFoundMessage);
    if (!mayReadHistory) throw historyNotAllowedError(caller);
    const list = {
      baseUrl,
      uri: `${resourceUri(baseUrl, resourceId)}/activity`,
      filter: { limit: parameters.limit?.toString() },
      cursor: parameters.cursor,
      ...activity,
    };
    const content = activityListDocument(list);
    return activityResponse({
      mediaType,
      indent: parameters.indent,
      content,
      links: activityListLinks(list),
      highestOrdinal: highestOrdinalOf(list),
      log,
    });
  },
});
