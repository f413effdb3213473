import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import {
  notVisibleError,
  resourceInstanceNotFoundMessage,
  uuidOrNilUuid,
} from '../../lib/http/errors/not-visible.ts';
import { indentParameter, limitParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter, oneOf } from '../../lib/http/parameters/types/texts.ts';
import { relationCursorParameter } from '../../lib/http/resources/relation-cursor.ts';
import { relationsResponse } from '../../lib/http/resources/relations-response.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import {
  relationDirections,
  relationKinds,
  relationParts,
} from '../../lib/model/resources/relation-parts.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { relationsPageResponse } from '../../lib/pages/resources/relations-page-response.ts';
import { findRelations } from '../../lib/queries/resources/relations.ts';

const defaultLimit = 100;

/** GET /resources/{resource_instance_id}/relations. */
export const handler = createDataHandler(
  {
    id: 'list-relations',
    method: 'GET',
    path: '/resources/{resource_instance_id}/relations',
    summary: 'The relations of a resource instance, in both directions',
    access: 'secured',
    capability: 'read',
    conditions: 'refused',
    formats: ['json', 'html'],
    ignoresUnknownAccept: true,
    parameters: z.object({
      format: formatParameter('The serialisation: json, or html for people.'),
      direction: oneOf(relationDirections).describe(
        'outgoing: only relations from this resource instance; incoming: only those from others to it.',
      ),
      kind: oneOf(relationKinds).describe(
        'tile: only references that are values of tiles; beside: only relations that are in no tile.',
      ),
      limit: limitParameter(500).describe('Relations per page, 1 to 500; default 100.'),
      cursor: relationCursorParameter.describe(descriptions.cursorInLink),
      indent: indentParameter,
    }),
    tooLargeHint: descriptions.requestFewerItems,
    responses: {
      200: {
        description: 'One page of the relations that the caller may see.',
        body: 'relationList',
        headers: ['Link'],
      },
      304: descriptions.notModified,
      404: descriptions.resourceNotFound,
    },
    handle: async function handleListRelations(request, { read, settings }) {
      const { parameters, path, caller } = request;
      const { direction, kind, cursor: after, limit = defaultLimit } = parameters;
      const resourceId = parseResourceId(uuidOrNilUuid(path.resource_instance_id));
      const parts = relationParts.flatMap((part, index) =>
        (direction ?? part.direction) === part.direction && (kind ?? part.kind) === part.kind
          ? index
          : [],
      );
      const page = await read(findRelations(caller, resourceId, { parts, after, limit }));
      if (!page.isVisible)
        throw notVisibleError(caller, page.mayReadSomething, resourceInstanceNotFoundMessage);
      return request.format === 'html'
        ? relationsPageResponse(page, resourceId, limit, request, settings)
        : relationsResponse(page, resourceId, limit, request, settings);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
