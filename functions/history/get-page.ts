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
import { indentParameter, wholeNumber } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { findActivityPage } from '../../lib/queries/history/activity-stream.ts';
import {
  activityPageDocument,
  activityPageLinks,
} from '../../lib/serializers/history/activity-stream.ts';

/** GET /history/{page_number} (specification). */
export const handler = createDataHandler({
  id: 'get-history-page',
  method: 'GET',
  path: '/history/{page_number}',
  summary: 'A page of the activity stream',
  access: 'secured',
  capability: 'read',
  conditions: 'refused',
  formats: activityFormats,
  parameters: z.object({
    format: formatParameter(activityFormatDescription),
    indent: indentParameter,
  }),
  tooLargeHint:
    'Read single items under /history/item/, or a shorter list with cursor and limit of /history/.',
  responses: {
    200: {
      description: 'The page. It is empty after the last one.',
      body: 'activityPage',
      headers: ['Link'],
    },
    304: descriptions.notModified,
    400: 'The page number or a parameter is invalid.',
    403: descriptions.mayNotReadHistory,
  },
  handle: async function handleGetHistoryPage(
    { parameters, path, caller, mediaType },
    { read, settings, log },
  ) {
    const { baseUrl } = settings;
    const pageNumber = parsePageNumber(path.page_number);
    const activity = await read(findActivityPage(caller, pageNumber));
    if (!activity.stream.mayReadHistory) throw historyNotAllowedError(caller);
    return activityResponse({
      mediaType,
      indent: parameters.indent,
      content: activityPageDocument(activity, pageNumber, baseUrl),
      links: activityPageLinks(activity.stream, pageNumber, baseUrl),
      highestOrdinal: activity.stream.totalItems,
      log,
    });
  },
});

const pageNumberSchema = wholeNumber(1);

/** @throws InvalidInput if it is not a page number */
function parsePageNumber(text: string): number {
  const parsed = pageNumberSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const detail = `page_number: ${JSON.stringify(text)} ${issue?.message}`;
  throw new InvalidInput([{ in: 'path', pointer: '/page_number', code: 'invalid', detail }]);
}
