import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { containerFormats, joinFormatNames } from '../../lib/http/negotiation/formats.ts';
import {
  indentParameter,
  pageParameter,
  wholeNumber,
} from '../../lib/http/parameters/types/numbers.ts';
import {
  formatParameter,
  textParameter,
  uuidParameter,
} from '../../lib/http/parameters/types/texts.ts';
import { refuseConditions } from '../../lib/http/questions/sent-conditions.ts';
import { checkLimit } from '../../lib/http/resources/list-parameters.ts';
import { listResponse } from '../../lib/http/resources/list-response.ts';
import { resourceCursorParameter } from '../../lib/http/resources/resource-cursor.ts';
import { searchResponse } from '../../lib/http/resources/search-response.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import {
  listPageResponse,
  searchPageResponse,
} from '../../lib/pages/resources/resource-list-response.ts';

const formatTitles = {
  json: 'the container of the specification',
  'json-ld': 'the same',
  'service-json': 'or arches-json: an array of whole resource instances of one model',
  results: 'the matches of a search with names, scores and bounding boxes',
  html: 'a page for people',
} as const;

/** GET /resources/ (specification): the visible resource instances, page by page; with `q`, those whose names match. */
export const handler = createStreamingHandler(
  {
    id: 'list-resources',
    method: 'GET',
    path: '/resources',
    summary: 'The resource instances that the caller may see, as a Linked Data container',
    description:
      'Query parameters `node.NAME=VALUE` are conditions on values that the caller may read. NAME is the alias of a node, otherwise its property name in GeoJSON, otherwise its id. VALUE is one value, several with commas, a range of numbers or dates (`a..b`, `>a`, `<a`), a text in quotation marks that must be equal, or `*` for any value; `!` before it finds the resource instances without such a value. Conditions on one card must be met in one tile.',
    access: 'optional-token',
    capability: 'read',
    conditions: 'followed',
    timeout: 900,
    isStreamed: true,
    formats: containerFormats,
    parameters: z.object({
      format: formatParameter(
        `The serialisation: ${joinFormatNames(containerFormats, formatTitles)}.`,
      ),
      page: pageParameter.describe('The page of results, from 1.'),
      limit: wholeNumber(0, 1000)
        .optional()
        .describe(
          'Items per page, 1 to 1000; default 500 ids or 100 whole resource instances. 0 returns all whole resource instances of a model, in format service-json.',
        ),
      q: textParameter.describe(
        'Search by name: names that equal the text come first, then names that begin with it, names with a later word that begins with it, and similar names. Letter case, accents, apostrophes and other punctuation are ignored; a word with digits is never similar to another one. A search has 25 items per page, at most 100, and no page numbers.',
      ),
      cursor: resourceCursorParameter.describe(
        `${descriptions.cursorInLink} Unlike page, it is equally fast for all pages.`,
      ),
      graph: textParameter.describe('Only resource instances of this model: its id or slug.'),
      graph_uuid: uuidParameter.describe(
        'The id of the model, for clients of Arches. It takes precedence over graph.',
      ),
      indent: indentParameter,
    }),
    responses: {
      200: {
        description: 'One page of ids, or of whole resource instances.',
        body: {
          'application/json': 'resourceList',
          'application/ld+json': 'resourceContainer',
        },
        headers: ['Link'],
      },
      304: descriptions.notModified,
    },
    handle: async function handleListResources(request, context) {
      const isHtml = request.format === 'html';
      const { q: words = '' } = request.parameters;
      const isSearch = words.trim() !== '';
      checkLimit(request, isSearch);
      if (isSearch || isHtml) refuseConditions(request.conditions);
      if (!isSearch) {
        return isHtml ? listPageResponse(request, context) : listResponse(request, context);
      }
      return isHtml
        ? searchPageResponse(words, request, context)
        : searchResponse(words, request, context);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
