import * as z from 'zod';

import * as sentences from '../../lib/http/description/sentences.ts';
import { InvalidInput } from '../../lib/errors.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  activityResponse,
  activityFormatDescription,
  activityFormats,
  historyNotAllowedError,
} from '../../lib/http/history/activity-response.ts';
import { format, indent, wholeNumber } from '../../lib/http/parameters/parameter-types.ts';
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
  capability: 'statements',
  formats: activityFormats,
  parameters: z.object({ format: format(activityFormatDescription), indent }),
  tooLargeAdvice:
    'Read single items under /history/item/, or a shorter list with cursor and limit of /history/.',
  responses: {
    200: {
      description: 'The page. It is empty after the last one.',
      body: 'activityPage',
      headers: ['Link'],
    },
    304: sentences.notModified,
    400: 'The page number or a parameter is invalid.',
    403: sentences.mayNotReadHistory,
  },
  handle: async ({ parameters, path, caller, mediaType }, { read, settings }) => {
    const { baseUrl } = settings;
    const page = parsePageNumber(path.page_number);
    const part = await read(findActivityPage(caller, page));
    if (!part.stream.mayReadHistory) throw historyNotAllowedError(caller);
    return activityResponse({
      mediaType,
      indent: parameters.indent,
      content: activityPageDocument(part, page, baseUrl),
      links: activityPageLinks(part.stream, page, baseUrl),
    });
  },
});

const pageNumber = wholeNumber(1);

/** @throws InvalidInput if it is not a page number */
function parsePageNumber(written: string): number {
  const parsed = pageNumber.safeParse(written);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const detail = `page_number: ${JSON.stringify(written)} ${issue?.message}`;
  throw new InvalidInput([{ in: 'path', pointer: '/page_number', code: 'invalid', detail }]);
}
