import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { NotFound } from '../../lib/errors.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  activityResponse,
  activityFormatDescription,
  activityFormats,
  historyNotAllowedError,
} from '../../lib/http/history/activity-response.ts';
import { indentParameter, wholeNumber } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { findActivity } from '../../lib/queries/history/activity-stream.ts';
import {
  activityContext,
  activityItemDocument,
} from '../../lib/serializers/history/activity-item.ts';
import { activityItemLinks } from '../../lib/serializers/history/activity-stream.ts';

/** Stands for an invalid ordinal in the path; no item has it. */
const unknownOrdinal = 0;

const ordinalSchema = wholeNumber(1).catch(unknownOrdinal);

/** GET /history/item/{ordinal}, the URI of an item. Data that the caller may not read is masked. */
export const handler = createDataHandler({
  id: 'get-history-item',
  method: 'GET',
  path: '/history/item/{ordinal}',
  summary: 'One item of the activity stream, as far as the caller may read it',
  access: 'secured',
  capability: 'read',
  formats: activityFormats,
  parameters: z.object({
    format: formatParameter(activityFormatDescription),
    indent: indentParameter,
  }),
  responses: {
    200: { description: 'The item.', body: 'activityDocument', headers: ['Link'] },
    304: descriptions.notModified,
    403: descriptions.mayNotReadHistory,
    404: 'The stream has no item with this ordinal.',
  },
  handle: async function handleGetHistoryItem(
    { parameters, path, caller, mediaType },
    { read, settings, log },
  ) {
    const { baseUrl } = settings;
    const query = findActivity(caller, ordinalSchema.parse(path.ordinal));
    const { stream, items } = await read(query);
    if (!stream.mayReadHistory) throw historyNotAllowedError(caller);
    const [item] = items;
    if (item === undefined)
      throw new NotFound('The activity stream has no item with this ordinal.');
    return activityResponse({
      mediaType,
      indent: parameters.indent,
      content: { '@context': activityContext, ...activityItemDocument(item, baseUrl) },
      links: activityItemLinks(stream, item.ordinal, baseUrl),
      highestOrdinal: item.ordinal,
      log,
    });
  },
});
