import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { containerFormats, joinFormatNames } from '../../lib/http/negotiation/formats.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { readConditions, withIgnoredNames } from '../../lib/http/questions/bare-names.ts';
import { refuseConditions } from '../../lib/http/questions/sent-conditions.ts';
import {
  checkLimit,
  refuseOrder,
  searchedWords,
} from '../../lib/http/resources/list-parameters.ts';
import { listOrSearchResponse } from '../../lib/http/resources/list-or-search-response.ts';
import { listParameters, listedResponse } from '../../lib/http/resources/list-parameter-schemas.ts';
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
  results:
    'what a search or conditions find, with names, bounding boxes, scores and the values that meet the conditions',
  csv: 'a table of everything that is found, without pages: a column for each readable node, with its values as texts, and one for the ids',
  html: 'a page for people',
} as const;

/** GET /resources/ (specification): the visible resource instances, page by page; with `q`, those with the words in a name or a value. */
export const handler = createStreamingHandler(
  {
    id: 'list-resources',
    method: 'GET',
    path: '/resources',
    summary: 'The resource instances that the caller may see, as a Linked Data container',
    description:
      'Query parameters `node.NAME=VALUE` are conditions on values that the caller may read. NAME is the alias of a node, otherwise its property name in GeoJSON, otherwise its id. VALUE is one value, several with commas, a range of numbers or dates (`a..b`, `>a`, `<a`), a text in quotation marks that must be equal, or `*` for any value; `!` before it finds the resource instances without such a value. Conditions on one card must be met in one tile.',
    access: 'optional-token',
    capability: 'show-pictures',
    conditions: 'followed',
    timeout: 900,
    isStreamed: true,
    formats: containerFormats,
    parameters: z.object({
      format: formatParameter(
        `The serialisation: ${joinFormatNames(containerFormats, formatTitles)}.`,
      ),
      ...listParameters,
    }),
    responses: {
      200: listedResponse,
      304: descriptions.notModified,
    },
    handle: async function handleListResources(received, context) {
      const { query, ignored } = await readConditions(received, listParameters, context);
      const request = { ...received, query, ignored };
      const words = searchedWords(request.parameters);
      if (request.format !== 'html') {
        return withIgnoredNames(await listOrSearchResponse(request, context), ignored);
      }
      checkLimit(request, words !== '');
      refuseConditions(query);
      refuseOrder(request.parameters);
      return words !== ''
        ? searchPageResponse(words, { ...request, query: received.query }, context)
        : listPageResponse({ ...request, query: received.query }, context);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
