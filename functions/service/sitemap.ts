import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { contentTag, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { uuidParameter } from '../../lib/http/parameters/types/texts.ts';
import {
  documentResponse,
  withHeaders,
  type HttpResponse,
} from '../../lib/http/responses/response.ts';
import { nilUuid, parseResourceId } from '../../lib/model/ids.ts';
import { listIdsOfPart, listPartBoundaries } from '../../lib/queries/resources/visible-id-parts.ts';
import { sitemapIndex, sitemapPart } from '../../lib/serializers/service/sitemap.ts';

/** Less than the 50,000 URLs of the protocol, so that the ids of a part fit into one response of the Data API (1 MiB). */
const recordsPerPart = 20_000;

const mediaType = 'application/xml';

/** The caller for whom the sitemap is made, whoever asks for it. */
const guest = null;

/** GET /sitemap.xml (sitemaps.org): the pages of the records that Guest may read. Crawlers have no token, so tokens are ignored. */
export const handler = createDataHandler({
  id: 'get-sitemap',
  method: 'GET',
  path: '/sitemap.xml',
  summary: 'The sitemap of the pages that Guest may read: an index of its parts, or one part',
  access: 'ignores-token',
  capability: 'read',
  conditions: 'refused',
  parameters: z.object({
    after: uuidParameter.describe(
      'The part that begins after this id of a resource instance, as in the index; the first part begins after the nil UUID.',
    ),
  }),
  responses: {
    200: {
      description: 'The index of the parts; with after, a part with up to 20,000 records.',
      body: { 'application/xml': 'text' },
    },
    304: descriptions.notModified,
    404: 'The pages are not open to search engines, or no record follows the id.',
  },
  handle: async function handleGetSitemap({ parameters: { after } }, { read, settings }) {
    const { baseUrl, isIndexingEnabled } = settings;
    if (!isIndexingEnabled) throw new NotFound('There is nothing at this path.');
    if (after === undefined) {
      const boundaries = await read(listPartBoundaries(guest, recordsPerPart));
      return xmlResponse(sitemapIndex(baseUrl, boundaries));
    }
    const isFirstPart = after === nilUuid;
    const precedingId = isFirstPart ? null : parseResourceId(after);
    const ids = await read(listIdsOfPart(guest, precedingId, recordsPerPart));
    if (ids.length === 0 && !isFirstPart) throw new NotFound('No record follows this id.');
    return xmlResponse(sitemapPart(baseUrl, ids, { isFirst: isFirstPart }));
  },
});

function xmlResponse(document: string): HttpResponse {
  return withHeaders(
    documentResponse(mediaType, document),
    validatorHeaders(contentTag(mediaType, undefined, document), null),
  );
}
