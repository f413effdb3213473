import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  notVisibleError,
  resourceInstanceNotFoundMessage,
  uuidOrNilUuid,
} from '../../lib/http/errors/not-visible.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { findResourceIdentifiers } from '../../lib/queries/resources/resource-identifiers.ts';

/** GET /api/resource-identifiers/{resource_instance_id} (existing clients). */
export const handler = createDataHandler({
  id: 'get-resource-identifiers',
  method: 'GET',
  path: '/api/resource-identifiers/{resource_instance_id}',
  summary: 'The identifiers that other registers have given to a resource instance',
  access: 'secured',
  capability: 'read',
  parameters: z.object({ indent: indentParameter }),
  responses: {
    200: { description: 'The identifiers; none is unique.', body: 'resourceIdentifiers' },
    404: descriptions.resourceNotFound,
  },
  handle: async function handleGetResourceIdentifiers({ path, caller }, { read }) {
    const resourceId = parseResourceId(uuidOrNilUuid(path.resource_instance_id));
    const found = await read(findResourceIdentifiers(caller, resourceId));
    if (!found.mayView)
      throw notVisibleError(caller, found.mayReadSomething, resourceInstanceNotFoundMessage);
    return jsonResponse(found.identifiers);
  },
});
