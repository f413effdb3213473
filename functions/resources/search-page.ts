import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { containerFormats } from '../../lib/http/negotiation/formats.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { readConditions, withIgnoredNames } from '../../lib/http/questions/bare-names.ts';
import { listOrSearchResponse } from '../../lib/http/resources/list-or-search-response.ts';
import {
  readRequestedModel,
  refuseOrder,
  searchedWords,
} from '../../lib/http/resources/list-parameters.ts';
import { listParameters, listedResponse } from '../../lib/http/resources/list-parameter-schemas.ts';
import { toListPosition } from '../../lib/http/resources/list-response.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { pagePaths } from '../../lib/pages/layout/paths.ts';
import { isFollowed, readFormerAddress } from '../../lib/pages/search/former-address.ts';
import { searchFormResponse } from '../../lib/pages/search/search-page-response.ts';

/** GET /search: for people, a page with a form for the conditions of GET /resources/; for programs, the same as GET /resources/. */
export const handler = createStreamingHandler(
  {
    id: 'get-search',
    method: 'GET',
    path: '/search',
    summary: 'Like GET /resources/, with a page that has a field for each condition',
    access: 'optional-token',
    capability: 'show-pictures',
    conditions: 'followed',
    timeout: 900,
    isStreamed: true,
    formats: containerFormats,
    parameters: z.object({
      format: formatParameter('The serialisation, as in GET /resources/.'),
      ...listParameters,
    }),
    responses: {
      303: 'For people: an address of the search of Arches leads to the same question in parameters of this service.',
      200: listedResponse,
      304: descriptions.notModified,
    },
    handle: async function handleGetSearch(received, context) {
      const { query, ignored } = await readConditions(received, listParameters, context);
      const list = { ...received, query, ignored };
      if (received.format !== 'html') {
        const response = await listOrSearchResponse(list, context);
        return withIgnoredNames(response, ignored);
      }
      const former = await readFormerAddress(
        received,
        context,
        pagePaths(context.settings.baseUrl),
      );
      if (former?.kind === 'redirect') return former.response;
      refuseOrder(received.parameters);
      const words = searchedWords(received.parameters);
      const position = words === '' ? toListPosition(received.parameters) : undefined;
      const graph = readRequestedModel(received.parameters);
      return searchFormResponse(
        {
          ...received,
          conditions: query,
          graph: graph === '' ? undefined : graph,
          list,
          after: position?.kind === 'cursor' ? position.after : null,
          words,
          ignored: former === undefined ? ignored : ignored.filter((name) => !isFollowed(name)),
          former,
        },
        context,
      );
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
