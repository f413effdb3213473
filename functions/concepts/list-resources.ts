import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import { conceptResourcesResponse } from '../../lib/http/concepts/concept-resources-response.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import {
  conceptNotFoundMessage,
  notVisibleError,
  uuidOrNilUuid,
} from '../../lib/http/errors/not-visible.ts';
import { conceptResourceFormats, joinFormatNames } from '../../lib/http/negotiation/formats.ts';
import { indentParameter, limitParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { idCursorParameter } from '../../lib/http/resources/resource-cursor.ts';
import { parseConceptId } from '../../lib/model/ids.ts';
import { conceptResourcesPageResponse } from '../../lib/pages/concepts/concept-resources-page-response.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { findConceptResources } from '../../lib/queries/concepts/concept-resources.ts';

const defaultLimit = 100;

const formatTitles = {
  json: 'a container of URIs, as of GET /resources/',
  'json-ld': 'the same',
  results: 'with names and models',
  html: 'a page for people',
} as const;

/** GET /rdm/concepts/{concept_instance_id}/resources. */
export const handler = createDataHandler(
  {
    id: 'list-concept-resources',
    method: 'GET',
    path: '/rdm/concepts/{concept_instance_id}/resources',
    summary: 'The resource instances that use a concept',
    access: 'secured',
    capability: 'read',
    conditions: 'refused',
    formats: conceptResourceFormats,
    parameters: z.object({
      format: formatParameter(
        `The serialisation: ${joinFormatNames(conceptResourceFormats, formatTitles)}.`,
      ),
      limit: limitParameter(500).describe('Resource instances per page, 1 to 500; default 100.'),
      cursor: idCursorParameter.describe(descriptions.cursorInLink),
      indent: indentParameter,
    }),
    tooLargeHint: descriptions.requestFewerItems,
    responses: {
      200: {
        description:
          'One page of the resource instances that have a value of the concept in a tile that the caller may read, in the order of their ids.',
        body: {
          'application/json': 'conceptResourceList',
          'application/ld+json': 'resourceContainer',
        },
        headers: ['Link'],
      },
      304: descriptions.notModified,
      404: 'There is no concept with this id that the caller may see.',
    },
    handle: async function handleListConceptResources(request, { read, settings }) {
      const { parameters, path, caller } = request;
      const { cursor: after, limit = defaultLimit } = parameters;
      const conceptId = parseConceptId(uuidOrNilUuid(path.concept_instance_id));
      const page = await read(findConceptResources(caller, conceptId, { after, limit }));
      const { labels, mayReadThesaurus } = page;
      if (labels === undefined)
        throw notVisibleError(caller, mayReadThesaurus, conceptNotFoundMessage);
      return request.format === 'html'
        ? conceptResourcesPageResponse({ ...page, labels }, conceptId, limit, request, settings)
        : conceptResourcesResponse(page, conceptId, limit, request, settings);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
