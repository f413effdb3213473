import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import {
  activityAnswer,
  activityFormatMeaning,
  activityFormats,
  historyRefusal,
} from '../../lib/http/history/activity-answer.ts';
import { format, indent, wholeNumber } from '../../lib/http/parameters/parameter-types.ts';
import { activityOf } from '../../lib/queries/history/activity-stream.ts';
import { activityContext, activityItem } from '../../lib/serializers/history/activity-item.ts';
import { itemLinks } from '../../lib/serializers/history/activity-stream.ts';

/** An ordinal that no item has. */
const none = 0;

const ordinal = wholeNumber(1).catch(none);

/** GET /history/item/{ordinal}: the URI of an item, and all that is told of what its reader may not read. */
export const handler = endpoint({
  id: 'get-history-item',
  method: 'GET',
  path: '/history/item/{ordinal}',
  summary: 'One item of the activity stream, as its reader may see it',
  access: 'secured',
  capability: 'statements',
  formats: activityFormats,
  parameters: z.object({ format: format(activityFormatMeaning), indent }),
  responses: {
    200: { meaning: 'The item.', body: 'activityDocument', headers: ['Link'] },
    304: 'It is what the caller has already.',
    403: 'The caller may not read the history.',
    404: 'The stream has no item with this ordinal.',
  },
  handle: async ({ parameters, path, caller, mediaType }, { read, settings }) => {
    const { baseUrl } = settings;
    const query = activityOf(caller, ordinal.parse(path.ordinal));
    const { stream, items } = await read(query);
    if (!stream.mayReadHistory) throw historyRefusal(caller);
    const [item] = items;
    if (item === undefined)
      throw new NotFound('The activity stream has no item with this ordinal.');
    return activityAnswer({
      mediaType,
      indent: parameters.indent,
      content: { '@context': activityContext, ...activityItem(item, baseUrl) },
      links: itemLinks(stream, item.ordinal, baseUrl),
    });
  },
});
